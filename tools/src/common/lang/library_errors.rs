//! The errors of the libraries, which speak English alone, in the other languages.

use std::error::Error;
use std::io::{self, ErrorKind};

use chuhe::board::{FenError, PositionError};
use chuhe::endings::TableError;
use chuhe::engine::NoPart;
use chuhe::engine::capacity::NoRoom;
use chuhe::eval::{NetworkError, NetworkFault};
use chuhe::notation::ReadError;
use chuhe::types::{Move, Piece, PieceType};
use chuhe_games::review::{Misfit, MisfitFault};
use chuhe_games::{Fault, FaultKind};

use super::Lang;
use super::message::{Say, Told};

/// What an error says, without its causes, in a language; that of an unknown type in English.
pub fn said(error: &(dyn Error + 'static), lang: Lang) -> String {
    translated(error, lang).unwrap_or_else(|| error.to_string())
}

/// What an error of a known type says, without its causes, in a language.
pub fn translated(error: &(dyn Error + 'static), lang: Lang) -> Option<String> {
    fn of<T: Say + Error>(error: &(dyn Error + 'static), lang: Lang) -> Option<String> {
        error.downcast_ref::<T>().map(|known| known.say(lang))
    }
    let known = [
        of::<Told>,
        of::<io::Error>,
        of::<Fault>,
        of::<FaultKind>,
        of::<FenError>,
        of::<PositionError>,
        of::<ReadError>,
        of::<NoPart>,
        of::<NoRoom>,
        of::<NetworkError>,
        of::<NetworkFault>,
        of::<TableError>,
        of::<Misfit>,
    ];
    known.iter().find_map(|said| said(error, lang))
}

/// An error with its causes.
impl Say for anyhow::Error {
    fn say(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return format!("{self:#}");
        }
        let links: Vec<Option<String>> =
            self.chain().map(|cause| translated(cause, lang)).collect();
        let mut text = String::new();
        for (i, (link, cause)) in links.iter().zip(self.chain()).enumerate() {
            // Words of others stay as they are, the mark between them too.
            let is_translated = i > 0 && links[i - 1..].iter().any(Option::is_some);
            text += if i == 0 { "" } else { lang.mark(is_translated) };
            text += &link.clone().unwrap_or_else(|| cause.to_string());
        }
        text
    }
}

/// What the system says, by its kind; `None` for what is not translated.
fn kind_text(kind: ErrorKind, lang: Lang) -> Option<&'static str> {
    let [simplified, traditional, vietnamese] = match kind {
        ErrorKind::NotFound => {
            ["没有这个文件或文件夹", "沒有這個檔案或資料夾", "không có tệp hoặc thư mục này"]
        }
        ErrorKind::PermissionDenied => ["没有权限", "沒有許可權", "không có quyền"],
        ErrorKind::IsADirectory => ["这是文件夹", "這是資料夾", "đó là một thư mục"],
        ErrorKind::NotADirectory => [
            "路径中有一段不是文件夹",
            "路徑中有一段不是資料夾",
            "có đoạn đường dẫn không phải thư mục",
        ],
        ErrorKind::StorageFull => ["磁盘空间不足", "磁碟空間不足", "hết chỗ trên đĩa"],
        ErrorKind::ReadOnlyFilesystem => {
            ["文件系统只读", "檔案系統只讀", "hệ thống tệp chỉ cho đọc"]
        }
        ErrorKind::InvalidFilename => ["文件名过长", "檔名過長", "tên tệp quá dài"],
        ErrorKind::FileTooLarge => ["文件过大", "檔案過大", "tệp quá lớn"],
        ErrorKind::BrokenPipe => ["管道已断开", "管道已斷開", "đường ống đã đóng"],
        _ => return None,
    };
    match lang {
        Lang::En => None,
        Lang::ZhHans => Some(simplified),
        Lang::ZhHant => Some(traditional),
        Lang::Vi => Some(vietnamese),
    }
}

impl Say for ErrorKind {
    fn say(&self, lang: Lang) -> String {
        kind_text(*self, lang).map_or_else(|| self.to_string(), str::to_owned)
    }
}

impl Say for io::Error {
    fn say(&self, lang: Lang) -> String {
        match (self.raw_os_error(), kind_text(self.kind(), lang), lang) {
            (Some(number), Some(text), Lang::ZhHant) => format!("{text}（系統錯誤 {number}）"),
            (Some(number), Some(text), Lang::Vi) => format!("{text} (lỗi hệ thống {number})"),
            (Some(number), Some(text), _) => format!("{text}（系统错误 {number}）"),
            (None, Some(text), _) if self.get_ref().is_none() => text.to_owned(),
            _ => self.to_string(),
        }
    }
}

/// A fault with its place before it: that of a file has a name before that.
impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        format!("{}{}{}", self.place, lang.mark(true), self.kind.say(lang))
    }
}

impl Say for NetworkError {
    fn say(&self, lang: Lang) -> String {
        let fault = self.fault.say(lang);
        match &self.path {
            Some(path) => format!("{}{}{fault}", path.display(), lang.mark(true)),
            None => fault,
        }
    }
}

/// The texts of a type besides its own English. An arm has a pattern, and after `with` the
/// values that its texts name.
macro_rules! translations {
    (@value $hole:ident) => { $hole };
    (@value $hole:ident $value:expr) => { $value };
    ($($name:ty { $($variant:pat $(, with $($hole:ident $(= $value:expr)?),+)?
        => $simplified:literal, $traditional:literal, $vietnamese:literal;)* })*) => { $(
        impl Say for $name {
            fn say(&self, lang: Lang) -> String {
                match self {
                    $($variant => {
                        $($(let $hole = translations!(@value $hole $($value)?).say(lang);)+)?
                        match lang {
                            Lang::En => self.to_string(),
                            Lang::ZhHans => format!($simplified),
                            Lang::ZhHant => format!($traditional),
                            Lang::Vi => format!($vietnamese),
                        }
                    })*
                }
            }
        }
    )* };
}

translations! {
    FenError {
        FenError::Ranks { found: 0 } => "FEN 有误，棋盘：应有以“/”分隔的十行，却什么也没有",
            "FEN 有誤，棋盤：應有以「/」分隔的十行，卻什麼也沒有",
            "FEN sai, bàn cờ: phải có mười hàng cách nhau bằng '/', nhưng không có gì";
        FenError::Ranks { found }, with found =>
            "FEN 有误，棋盘：应有以“/”分隔的 10 行，却有 {found} 行",
            "FEN 有誤，棋盤：應有以「/」分隔的 10 行，卻有 {found} 行",
            "FEN sai, bàn cờ: phải có 10 hàng cách nhau bằng '/', đã gặp {found}";
        FenError::Files { rank, found }, with rank, found =>
            "FEN 有误，棋盘：第 {rank} 行应有 9 列，却有 {found} 列",
            "FEN 有誤，棋盤：第 {rank} 行應有 9 列，卻有 {found} 列",
            "FEN sai, bàn cờ: hàng {rank} phải có 9 cột, đã gặp {found}";
        FenError::Letter { rank, found }, with rank, found =>
            "FEN 有误，棋盘：第 {rank} 行应为数字 1-9 或字母 kabenhrcp，却是“{found}”",
            "FEN 有誤，棋盤：第 {rank} 行應為數字 1-9 或字母 kabenhrcp，卻是「{found}」",
            "FEN sai, bàn cờ: hàng {rank} phải là chữ số 1-9 hoặc một trong các chữ kabenhrcp, đã gặp '{found}'";
        FenError::Side { found: None } => "FEN 有误，走子方：应为 w、r 或 b，却什么也没有",
            "FEN 有誤，走子方：應為 w、r 或 b，卻什麼也沒有",
            "FEN sai, bên đi: phải là w, r hoặc b, nhưng không có gì";
        FenError::Side { found: Some(word) }, with word =>
            "FEN 有误，走子方：应为 w、r 或 b，却是“{word}”",
            "FEN 有誤，走子方：應為 w、r 或 b，卻是「{word}」",
            "FEN sai, bên đi: phải là w, r hoặc b, đã gặp '{word}'";
        FenError::QuietPlies { found }, with found =>
            "FEN 有误，未吃子步数：不应小于 0，却是 {found}",
            "FEN 有誤，未吃子步數：不應小於 0，卻是 {found}",
            "FEN sai, số nước không ăn quân: phải không nhỏ hơn 0, đã gặp {found}";
        FenError::Rest { found }, with found => "FEN 有误，末尾：此后不应有内容，却是“{found}”",
            "FEN 有誤，末尾：此後不應有內容，卻是「{found}」",
            "FEN sai, phần cuối: không được có gì thêm, đã gặp '{found}'";
    }
    PositionError {
        PositionError::Misplaced { piece, square }, with piece, square =>
            "局面不成立：{piece}不可能在 {square}", "局面不成立：{piece}不可能在 {square}",
            "thế cờ không thể có: {piece} không thể đứng ở {square}";
        PositionError::TooMany { piece, found }, with max = piece.kind().max_count(), piece, found =>
            "局面不成立：{piece}最多 {max} 个，却有 {found} 个",
            "局面不成立：{piece}最多 {max} 個，卻有 {found} 個",
            "thế cờ không thể có: nhiều nhất {max} {piece}, đã gặp {found}";
        PositionError::NoKing(side), with king = Piece::new(*side, PieceType::King) =>
            "局面不成立：没有{king}", "局面不成立：沒有{king}", "thế cờ không thể có: thiếu {king}";
        PositionError::KingsFace => "局面不成立：将帅照面", "局面不成立：將帥照面",
            "thế cờ không thể có: hai Tướng đối mặt";
        PositionError::KingHangs(side), with side => "局面不成立：{side}的将帅可被吃掉",
            "局面不成立：{side}的將帥可被吃掉",
            "thế cờ không thể có: Tướng của {side} có thể bị ăn";
    }
    ReadError {
        ReadError::Malformed => "不是着法，应类似 h2e2、H2-E2、C2.5 或 炮二平五",
            "不是著法，應類似 h2e2、H2-E2、C2.5 或 炮二平五",
            "không phải nước đi, phải giống như h2e2, H2-E2, C2.5, P2-5 hoặc 炮二平五";
        ReadError::NoSuchMove => "此局面中没有这一合法着法", "此局面中沒有這一合法著法",
            "thế cờ này không có nước hợp lệ đó";
        ReadError::Ambiguous(moves), with moves = list(moves) => "可以是 {moves} 中的任意一着",
            "可以是 {moves} 中的任意一著", "có thể là bất kỳ nước nào trong {moves}";
    }
    FaultKind {
        FaultKind::Fen(error), with error => "{error}", "{error}", "{error}";
        FaultKind::Position(error), with error => "{error}", "{error}", "{error}";
        FaultKind::Move { number: Some(number), word, error }, with number, word, error =>
            "第 {number} 步“{word}”，{error}", "第 {number} 步「{word}」，{error}",
            "nước {number}, '{word}', {error}";
        FaultKind::Move { number: None, word, error }, with word, error => "“{word}”，{error}",
            "「{word}」，{error}", "'{word}', {error}";
        FaultKind::Operand { code, word, error }, with code, word, error =>
            "{code} “{word}”，{error}", "{code} 「{word}」，{error}", "{code} '{word}', {error}";
        FaultKind::MateLength => "dm：应为着数", "dm：應為著數", "dm: phải là số nước";
        FaultKind::Quotation => "引号不成对", "引號不成對", "thiếu dấu nháy đóng";
        FaultKind::Tag => "应为标签，如 [Event \"…\"]", "應為標籤，如 [Event \"…\"]",
            "phải là thẻ, chẳng hạn [Event \"…\"]";
        FaultKind::Variant(name), with name => "棋种是“{name}”，不是象棋",
            "棋種是「{name}」，不是象棋", "loại cờ là '{name}', không phải cờ tướng";
        FaultKind::Comment => "注释缺少“}}”", "註釋缺少「}}」", "lời bình thiếu '}}'";
        FaultKind::Variation => "变着缺少“)”", "變著缺少「)」", "biến thiếu ')'";
        FaultKind::Remark => "备注缺少“]”", "備註缺少「]」", "ghi chú thiếu ']'";
        FaultKind::XqfHeader => "XQF 文件：文件头不完整", "XQF 檔案：檔案頭不完整",
            "tệp XQF: phần đầu bị cụt";
        FaultKind::DhtmlxqPoints => "DhtmlXQ 棋谱：binit 应有 32 个坐标",
            "DhtmlXQ 棋譜：binit 應有 32 個座標", "ván DhtmlXQ: binit phải có 32 điểm";
        FaultKind::DhtmlxqMoves => "DhtmlXQ 棋谱：每着应为四位数字",
            "DhtmlXQ 棋譜：每著應為四位數字", "ván DhtmlXQ: mỗi nước phải có bốn chữ số";
        FaultKind::DhtmlxqLine => "DhtmlXQ 棋谱：变着所离开的那一行不存在",
            "DhtmlXQ 棋譜：變著所離開的那一行不存在",
            "ván DhtmlXQ: biến rời khỏi một dòng không có";
        FaultKind::SheetBoard => "棋谱文本：无法辨认所画的局面", "棋譜文字：無法辨認所畫的局面",
            "biên bản ván cờ: không hiểu được thế cờ vẽ bằng chữ";
        FaultKind::SheetVariation => "棋谱文本：变着找不到起点，已略过",
            "棋譜文字：變著找不到起點，已略過",
            "biên bản ván cờ: bỏ qua các biến không rõ bắt đầu từ đâu";
        FaultKind::SheetNumbers => "棋谱文本：着法没有回合数，前面又有其他文字",
            "棋譜文字：著法沒有回合數，前面又有其他文字",
            "biên bản ván cờ: nước đi không có số thứ tự, đứng sau chữ khác";
        FaultKind::WxfSetup => "WXF 棋谱：SETUP{{ }} 中应为棋子和坐标，如 Ra0",
            "WXF 棋譜：SETUP{{ }} 中應為棋子和座標，如 Ra0",
            "ván WXF: SETUP{{ }} phải có quân và điểm, chẳng hạn Ra0";
        FaultKind::WxfEnd => "WXF 棋谱：内容不完整，缺少“}}”", "WXF 棋譜：內容不完整，缺少「}}」",
            "ván WXF: bị cụt, thiếu '}}'";
        FaultKind::AfterFen(word), with word => "FEN 之后应为 moves，却是“{word}”",
            "FEN 之後應為 moves，卻是「{word}」", "sau FEN phải là 'moves', đã gặp '{word}'";
        FaultKind::CutOff(format), with format => "{format} 文件不完整", "{format} 檔案不完整",
            "tệp {format} bị cụt";
        FaultKind::Damaged(format), with format => "{format} 文件已损坏", "{format} 檔案已損壞",
            "tệp {format} bị hỏng";
        FaultKind::Version { format, version }, with format, version =>
            "{format} 文件，第 {version} 版：不支持", "{format} 檔案，第 {version} 版：不支援",
            "tệp {format} phiên bản {version}: không đọc được";
        FaultKind::TextPage => "是文字说明，不是棋谱", "是文字說明，不是棋譜",
            "trang chữ, không phải ván cờ";
        FaultKind::Deleted => "棋谱已被删除", "棋譜已被刪除", "ván cờ đã bị xóa";
        FaultKind::Unwritable => "无法写出", "無法寫出", "không ghi được";
        FaultKind::Unreadable(kind), with kind => "无法读取：{kind}", "無法讀取：{kind}",
            "không đọc được: {kind}";
        FaultKind::Binary => "既不是文字，也不是已知的棋谱格式", "既不是文字，也不是已知的棋譜格式",
            "không phải văn bản cũng không phải dạng ván cờ đã biết";
        FaultKind::NotRead(what), with what => "不读取 {what} 类文件", "不讀取 {what} 類檔案",
            "không đọc tệp loại {what}";
    }
    NoPart {
        NoPart(text), with text => "应为 I/N，其中 I 从 1 到 N，却是“{text}”",
            "應為 I/N，其中 I 從 1 到 N，卻是「{text}」",
            "phải là I/N, với I từ 1 đến N, đã gặp '{text}'";
    }
    NoRoom {
        NoRoom { hash_mib, threads, free_mib }, with hash_mib, threads, free_mib =>
            "内存不足，无法分配 {hash_mib} MiB 置换表和 {threads} 个线程：可用 {free_mib} MiB",
            "記憶體不足，無法分配 {hash_mib} MiB 置換表和 {threads} 個執行緒：可用 {free_mib} MiB",
            "không đủ bộ nhớ cho bảng băm {hash_mib} MiB và {threads} luồng: còn {free_mib} MiB";
    }
    NetworkFault {
        NetworkFault::Unreadable(kind), with kind => "无法读取：{kind}", "無法讀取：{kind}",
            "không đọc được: {kind}";
        NetworkFault::NotAFile => "不是普通文件", "不是普通檔案", "không phải tệp thông thường";
        NetworkFault::TooLarge(bytes), with bytes => "{bytes} 字节，大于任何网络文件",
            "{bytes} 位元組，大於任何網路檔案", "{bytes} byte, lớn hơn mọi tệp mạng";
        NetworkFault::Magic => "不是网络文件", "不是網路檔案", "không phải tệp mạng";
        NetworkFault::Version(found), with found => "网络文件的格式为 {found}，本版本不能读取",
            "網路檔案的格式為 {found}，本版本不能讀取",
            "tệp mạng có dạng {found}, phiên bản này không đọc được";
        NetworkFault::Truncated(_) => "网络文件不完整", "網路檔案不完整", "tệp mạng bị cụt";
        NetworkFault::TrailingBytes(count), with count => "网络之后还有 {count} 字节",
            "網路之後還有 {count} 位元組", "còn {count} byte sau mạng";
        NetworkFault::Checksum => "网络文件已损坏，校验和不符", "網路檔案已損壞，校驗和不符",
            "tệp mạng bị hỏng, tổng kiểm không khớp";
        NetworkFault::Shape =>
            "网络结构不同；本版本只能读取 689k1a1t7-Nx2-B，其中 N 为 32 的倍数且不超过 2048，B 为 1 至 16",
            "網路結構不同；本版本只能讀取 689k1a1t7-Nx2-B，其中 N 為 32 的倍數且不超過 2048，B 為 1 至 16",
            "cấu trúc mạng khác; phiên bản này chỉ đọc 689k1a1t7-Nx2-B, với N là bội của 32 không quá 2048 và B từ 1 đến 16";
        NetworkFault::Arithmetic => "本版本不认识这种网络运算", "本版本不認識這種網路運算",
            "phiên bản này không biết phép tính của mạng";
        NetworkFault::Scale(scale), with scale => "网络的比例为 {scale}", "網路的比例為 {scale}",
            "tỷ lệ của mạng là {scale}";
        NetworkFault::Description => "网络的说明不是 UTF-8 文字", "網路的說明不是 UTF-8 文字",
            "phần mô tả của mạng không phải văn bản UTF-8";
        NetworkFault::WeightCount(_) => "网络的权重数目与结构不符", "網路的權重數目與結構不符",
            "số trọng số của mạng không khớp với cấu trúc";
        NetworkFault::WeightRange(_) => "网络的权重过大，求和会溢出", "網路的權重過大，求和會溢位",
            "trọng số của mạng quá lớn, tổng sẽ tràn";
    }
    TableError {
        TableError::Read(error), with error => "{error}", "{error}", "{error}";
        TableError::NotAFile => "不是普通文件", "不是普通檔案", "không phải tệp thông thường";
        TableError::NotATable => "不是残局库文件", "不是殘局庫檔案", "không phải tệp bảng cờ tàn";
        TableError::Version(found), with found => "本版本不能读取残局库格式 {found}",
            "本版本不能讀取殘局庫格式 {found}",
            "phiên bản này không đọc được bảng cờ tàn dạng {found}";
        TableError::ClassVersion { class, version }, with class = class.to_string(), version =>
            "残局库 {class} 的格式不应是 {version}", "殘局庫 {class} 的格式不應是 {version}",
            "bảng cờ tàn {class} không thể có dạng {version}";
        TableError::CutOff => "文件不完整", "檔案不完整", "tệp bị cụt";
        TableError::Class => "其中没有残局的种类", "其中沒有殘局的種類",
            "trong đó không có loại cờ tàn";
        TableError::DirectoryTooLong { blocks }, with blocks => "目录过长，有 {blocks} 块",
            "目錄過長，有 {blocks} 塊", "mục lục quá dài, {blocks} khối";
        TableError::Directory => "目录自相矛盾", "目錄自相矛盾", "mục lục tự mâu thuẫn";
        TableError::BlocksTooLarge => "数据块过大", "資料塊過大", "khối dữ liệu quá lớn";
        TableError::Length { expected, found }, with expected, found =>
            "应有 {expected} 字节，却有 {found} 字节",
            "應有 {expected} 位元組，卻有 {found} 位元組",
            "phải có {expected} byte, đã gặp {found} byte";
        TableError::Checksum => "校验和不符", "校驗和不符", "tổng kiểm không khớp";
    }
    Misfit {
        Misfit { fault: MisfitFault::BeyondLast, .. } => "局面编号超出范围", "局面編號超出範圍",
            "số thứ tự thế cờ vượt quá giới hạn";
        Misfit { fault: MisfitFault::NoBetterMove, .. } => "是未知局面的更好着法",
            "是未知局面的更好著法", "là nước tốt hơn của một thế cờ không rõ";
        Misfit { fault: MisfitFault::IllegalMove(mv), .. }, with mv = mv.to_string() =>
            "其变化中有不合法的着法 {mv}", "其變化中有不合法的著法 {mv}",
            "trong biến có nước không hợp lệ {mv}";
    }
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
