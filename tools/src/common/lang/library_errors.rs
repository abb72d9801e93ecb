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
    let [simplified, traditional] = match kind {
        ErrorKind::NotFound => ["没有这个文件或文件夹", "沒有這個檔案或資料夾"],
        ErrorKind::PermissionDenied => ["没有权限", "沒有許可權"],
        ErrorKind::IsADirectory => ["这是文件夹", "這是資料夾"],
        ErrorKind::NotADirectory => ["路径中有一段不是文件夹", "路徑中有一段不是資料夾"],
        ErrorKind::StorageFull => ["磁盘空间不足", "磁碟空間不足"],
        ErrorKind::ReadOnlyFilesystem => ["文件系统只读", "檔案系統只讀"],
        ErrorKind::InvalidFilename => ["文件名过长", "檔名過長"],
        ErrorKind::FileTooLarge => ["文件过大", "檔案過大"],
        ErrorKind::BrokenPipe => ["管道已断开", "管道已斷開"],
        _ => return None,
    };
    match lang {
        Lang::En => None,
        Lang::ZhHans => Some(simplified),
        Lang::ZhHant => Some(traditional),
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
        => $simplified:literal, $traditional:literal;)* })*) => { $(
        impl Say for $name {
            fn say(&self, lang: Lang) -> String {
                match self {
                    $($variant => {
                        $($(let $hole = translations!(@value $hole $($value)?).say(lang);)+)?
                        match lang {
                            Lang::En => self.to_string(),
                            Lang::ZhHans => format!($simplified),
                            Lang::ZhHant => format!($traditional),
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
            "FEN 有誤，棋盤：應有以「/」分隔的十行，卻什麼也沒有";
        FenError::Ranks { found }, with found =>
            "FEN 有误，棋盘：应有以“/”分隔的 10 行，却有 {found} 行",
            "FEN 有誤，棋盤：應有以「/」分隔的 10 行，卻有 {found} 行";
        FenError::Files { rank, found }, with rank, found =>
            "FEN 有误，棋盘：第 {rank} 行应有 9 列，却有 {found} 列",
            "FEN 有誤，棋盤：第 {rank} 行應有 9 列，卻有 {found} 列";
        FenError::Letter { rank, found }, with rank, found =>
            "FEN 有误，棋盘：第 {rank} 行应为数字 1-9 或字母 kabenhrcp，却是“{found}”",
            "FEN 有誤，棋盤：第 {rank} 行應為數字 1-9 或字母 kabenhrcp，卻是「{found}」";
        FenError::Side { found: None } => "FEN 有误，走子方：应为 w、r 或 b，却什么也没有",
            "FEN 有誤，走子方：應為 w、r 或 b，卻什麼也沒有";
        FenError::Side { found: Some(word) }, with word =>
            "FEN 有误，走子方：应为 w、r 或 b，却是“{word}”",
            "FEN 有誤，走子方：應為 w、r 或 b，卻是「{word}」";
        FenError::QuietPlies { found }, with found =>
            "FEN 有误，未吃子步数：不应小于 0，却是 {found}",
            "FEN 有誤，未吃子步數：不應小於 0，卻是 {found}";
        FenError::Rest { found }, with found => "FEN 有误，末尾：此后不应有内容，却是“{found}”",
            "FEN 有誤，末尾：此後不應有內容，卻是「{found}」";
    }
    PositionError {
        PositionError::Misplaced { piece, square }, with piece, square =>
            "局面不成立：{piece}不可能在 {square}", "局面不成立：{piece}不可能在 {square}";
        PositionError::TooMany { piece, found }, with max = piece.kind().max_count(), piece, found =>
            "局面不成立：{piece}最多 {max} 个，却有 {found} 个",
            "局面不成立：{piece}最多 {max} 個，卻有 {found} 個";
        PositionError::NoKing(side), with king = Piece::new(*side, PieceType::King) =>
            "局面不成立：没有{king}", "局面不成立：沒有{king}";
        PositionError::KingsFace => "局面不成立：将帅照面", "局面不成立：將帥照面";
        PositionError::KingHangs(side), with side => "局面不成立：{side}的将帅可被吃掉",
            "局面不成立：{side}的將帥可被吃掉";
    }
    ReadError {
        ReadError::Malformed => "不是着法，应类似 h2e2、H2-E2、C2.5 或 炮二平五",
            "不是著法，應類似 h2e2、H2-E2、C2.5 或 炮二平五";
        ReadError::NoSuchMove => "此局面中没有这一合法着法", "此局面中沒有這一合法著法";
        ReadError::Ambiguous(moves), with moves = list(moves) => "可以是 {moves} 中的任意一着",
            "可以是 {moves} 中的任意一著";
    }
    FaultKind {
        FaultKind::Fen(error), with error => "{error}", "{error}";
        FaultKind::Position(error), with error => "{error}", "{error}";
        FaultKind::Move { number: Some(number), word, error }, with number, word, error =>
            "第 {number} 步“{word}”，{error}", "第 {number} 步「{word}」，{error}";
        FaultKind::Move { number: None, word, error }, with word, error => "“{word}”，{error}",
            "「{word}」，{error}";
        FaultKind::Operand { code, word, error }, with code, word, error =>
            "{code} “{word}”，{error}", "{code} 「{word}」，{error}";
        FaultKind::MateLength => "dm：应为着数", "dm：應為著數";
        FaultKind::Quotation => "引号不成对", "引號不成對";
        FaultKind::Tag => "应为标签，如 [Event \"…\"]", "應為標籤，如 [Event \"…\"]";
        FaultKind::Variant(name), with name => "棋种是“{name}”，不是象棋",
            "棋種是「{name}」，不是象棋";
        FaultKind::Comment => "注释缺少“}}”", "註釋缺少「}}」";
        FaultKind::Variation => "变着缺少“)”", "變著缺少「)」";
        FaultKind::XqfHeader => "XQF 文件：文件头不完整", "XQF 檔案：檔案頭不完整";
        FaultKind::DhtmlxqPoints => "DhtmlXQ 棋谱：binit 应有 32 个坐标",
            "DhtmlXQ 棋譜：binit 應有 32 個座標";
        FaultKind::DhtmlxqMoves => "DhtmlXQ 棋谱：每着应为四位数字",
            "DhtmlXQ 棋譜：每著應為四位數字";
        FaultKind::DhtmlxqLine => "DhtmlXQ 棋谱：变着所离开的那一行不存在",
            "DhtmlXQ 棋譜：變著所離開的那一行不存在";
        FaultKind::WxfSetup => "WXF 棋谱：SETUP{{ }} 中应为棋子和坐标，如 Ra0",
            "WXF 棋譜：SETUP{{ }} 中應為棋子和座標，如 Ra0";
        FaultKind::WxfEnd => "WXF 棋谱：内容不完整，缺少“}}”", "WXF 棋譜：內容不完整，缺少「}}」";
        FaultKind::AfterFen(word), with word => "FEN 之后应为 moves，却是“{word}”",
            "FEN 之後應為 moves，卻是「{word}」";
        FaultKind::CutOff(format), with format => "{format} 文件不完整", "{format} 檔案不完整";
        FaultKind::Damaged(format), with format => "{format} 文件已损坏", "{format} 檔案已損壞";
        FaultKind::Version { format, version }, with format, version =>
            "{format} 文件，第 {version} 版：不支持", "{format} 檔案，第 {version} 版：不支援";
        FaultKind::TextPage => "是文字说明，不是棋谱", "是文字說明，不是棋譜";
        FaultKind::Deleted => "棋谱已被删除", "棋譜已被刪除";
        FaultKind::Unwritable => "无法写出", "無法寫出";
        FaultKind::Unreadable(kind), with kind => "无法读取：{kind}", "無法讀取：{kind}";
        FaultKind::Binary => "既不是文字，也不是已知的棋谱格式", "既不是文字，也不是已知的棋譜格式";
        FaultKind::NotRead(what), with what => "不读取 {what} 类文件", "不讀取 {what} 類檔案";
    }
    NoPart {
        NoPart(text), with text => "应为 I/N，其中 I 从 1 到 N，却是“{text}”",
            "應為 I/N，其中 I 從 1 到 N，卻是「{text}」";
    }
    NoRoom {
        NoRoom { hash_mib, threads, free_mib }, with hash_mib, threads, free_mib =>
            "内存不足，无法分配 {hash_mib} MiB 置换表和 {threads} 个线程：可用 {free_mib} MiB",
            "記憶體不足，無法分配 {hash_mib} MiB 置換表和 {threads} 個執行緒：可用 {free_mib} MiB";
    }
    NetworkFault {
        NetworkFault::Unreadable(kind), with kind => "无法读取：{kind}", "無法讀取：{kind}";
        NetworkFault::NotAFile => "不是普通文件", "不是普通檔案";
        NetworkFault::TooLarge(bytes), with bytes => "{bytes} 字节，大于任何网络文件",
            "{bytes} 位元組，大於任何網路檔案";
        NetworkFault::Magic => "不是网络文件", "不是網路檔案";
        NetworkFault::Version(found), with found => "网络文件的格式为 {found}，本版本不能读取",
            "網路檔案的格式為 {found}，本版本不能讀取";
        NetworkFault::Truncated(_) => "网络文件不完整", "網路檔案不完整";
        NetworkFault::TrailingBytes(count), with count => "网络之后还有 {count} 字节",
            "網路之後還有 {count} 位元組";
        NetworkFault::Checksum => "网络文件已损坏，校验和不符", "網路檔案已損壞，校驗和不符";
        NetworkFault::Shape =>
            "网络结构不同；本版本只能读取 689k1a1t7-Nx2-B，其中 N 为 32 的倍数且不超过 2048，B 为 1 至 16",
            "網路結構不同；本版本只能讀取 689k1a1t7-Nx2-B，其中 N 為 32 的倍數且不超過 2048，B 為 1 至 16";
        NetworkFault::Arithmetic => "本版本不认识这种网络运算", "本版本不認識這種網路運算";
        NetworkFault::Scale(scale), with scale => "网络的比例为 {scale}", "網路的比例為 {scale}";
        NetworkFault::Description => "网络的说明不是 UTF-8 文字", "網路的說明不是 UTF-8 文字";
        NetworkFault::WeightCount(_) => "网络的权重数目与结构不符", "網路的權重數目與結構不符";
        NetworkFault::WeightRange(_) => "网络的权重过大，求和会溢出", "網路的權重過大，求和會溢位";
    }
    TableError {
        TableError::Read(error), with error => "{error}", "{error}";
        TableError::NotAFile => "不是普通文件", "不是普通檔案";
        TableError::NotATable => "不是残局库文件", "不是殘局庫檔案";
        TableError::Version(found), with found => "本版本不能读取残局库格式 {found}",
            "本版本不能讀取殘局庫格式 {found}";
        TableError::CutOff => "文件不完整", "檔案不完整";
        TableError::Class => "其中没有残局的种类", "其中沒有殘局的種類";
        TableError::DirectoryTooLong { blocks }, with blocks => "目录过长，有 {blocks} 块",
            "目錄過長，有 {blocks} 塊";
        TableError::Directory => "目录自相矛盾", "目錄自相矛盾";
        TableError::BlocksTooLarge => "数据块过大", "資料塊過大";
        TableError::Length { expected, found }, with expected, found =>
            "应有 {expected} 字节，却有 {found} 字节",
            "應有 {expected} 位元組，卻有 {found} 位元組";
        TableError::Checksum => "校验和不符", "校驗和不符";
    }
    Misfit {
        Misfit { fault: MisfitFault::BeyondLast, .. } => "局面编号超出范围", "局面編號超出範圍";
        Misfit { fault: MisfitFault::NoBetterMove, .. } => "是未知局面的更好着法",
            "是未知局面的更好著法";
        Misfit { fault: MisfitFault::IllegalMove(mv), .. }, with mv = mv.to_string() =>
            "其变化中有不合法的着法 {mv}", "其變化中有不合法的著法 {mv}";
    }
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
