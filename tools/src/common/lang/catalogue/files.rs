//! Errors and notes about files and about the work of the tools for players.

use std::fmt::Display;
use std::path::PathBuf;

use chuhe::notation::ReadError;
use chuhe_games::{Fault, FaultKind};

use crate::common::lang::message::{Say, Told, has_only, messages};
use crate::common::lang::{Lang, filled};

messages! {
    /// What messages say of anything.
    Remark {
        Error { what: anyhow::Error } => "error: {what}", "错误：{what}", "錯誤：{what}",
            "lỗi: {what}";
        Warning { what: Box<dyn Say> } => "warning: {what}", "警告：{what}", "警告：{what}",
            "cảnh báo: {what}";
        LeftOut { what: At } => "left out: {what}", "已略过：{what}", "已略過：{what}",
            "đã bỏ qua: {what}";
        Note { what: At } => "note: {what}", "提示：{what}", "提示：{what}", "ghi chú: {what}";
    }

    /// Something and its place in a file.
    At {
        Place { place: String, what: Box<dyn Say> } => "{place}: {what}", "{place}：{what}",
            "{place}：{what}", "{place}: {what}";
    }

    /// What an input is called.
    Input {
        Standard => "standard input", "标准输入", "標準輸入", "đầu vào chuẩn";
        File { name: String } => "{name}", "{name}", "{name}", "{name}";
    }

    /// Work that a state file keeps.
    #[derive(Clone, Copy)]
    StateKind {
        Analysis => "analysis", "分析", "分析", "phân tích";
        Tuning => "tuning", "调参", "調參", "tinh chỉnh";
        Puzzles => "search for puzzles", "出题", "出題", "tìm bài tập";
        Player => "a player's results", "棋手成绩", "棋手成績", "kết quả của người chơi";
    }

    /// Why a file cannot be used.
    FileFault {
        CannotRead { input: Input } => "cannot read {input}", "无法读取 {input}",
            "無法讀取 {input}", "không đọc được {input}";
        CannotWrite { path: PathBuf } => "cannot write {path}", "无法写入 {path}", "無法寫入 {path}",
            "không ghi được {path}";
        TooLarge { n: u64 } => "larger than {n} MiB", "大于 {n} MiB", "大於 {n} MiB",
            "lớn hơn {n} MiB";
        NoGameFiles { endings: String } => "no files named .{endings} in it",
            "其中没有以 .{endings} 结尾的文件", "其中沒有以 .{endings} 結尾的檔案",
            "trong đó không có tệp nào có đuôi .{endings}";
        Folder => "it is a folder", "这是文件夹", "這是資料夾", "đó là một thư mục";
        NoFolder => "it is no folder", "这不是文件夹", "這不是資料夾", "đó không phải thư mục";
        Empty => "it is empty", "文件是空的", "檔案是空的", "tệp trống";
        NotOrdinary => "not an ordinary file", "不是普通文件", "不是普通檔案",
            "không phải tệp thông thường";
        Exists { path: PathBuf } => "{path} is there already", "{path} 已经存在", "{path} 已經存在",
            "{path} đã có sẵn";
        Links => "too many symbolic links", "符号链接层数过多", "符號連結層數過多",
            "quá nhiều liên kết tượng trưng";
        SameFile { a: String, b: String, path: PathBuf } => "{a} and {b} name the same file, {path}",
            "{a} 与 {b} 指向同一文件 {path}", "{a} 與 {b} 指向同一檔案 {path}",
            "{a} và {b} là cùng một tệp, {path}";
        OverwritesInput { option: String, path: PathBuf } =>
            "{option} would overwrite an input, {path}", "{option} 会覆盖输入文件 {path}",
            "{option} 會覆蓋輸入檔案 {path}", "{option} sẽ ghi đè lên tệp đầu vào {path}";
        Locked => "another process writes it", "另一个进程正在写入", "另一個程序正在寫入",
            "một tiến trình khác đang ghi";
        Signals => "cannot listen for signals", "无法接收信号", "無法接收訊號",
            "không nhận được tín hiệu";
        OtherWork { path: PathBuf, kind: StateKind, difference: Difference } =>
            "{path} belongs to another {kind}; name another --state: {difference}",
            "{path} 属于另一项{kind}，请为 --state 换一个文件：{difference}",
            "{path} 屬於另一項{kind}，請為 --state 換一個檔案：{difference}",
            "{path} thuộc về một việc {kind} khác; hãy chọn tệp khác cho --state: {difference}";
        NoState { path: PathBuf, kind: StateKind } => "{path} holds no state of {kind}",
            "{path} 中没有可以继续的{kind}", "{path} 中沒有可以繼續的{kind}",
            "{path} không chứa trạng thái {kind} nào";
        Line { n: usize } => "line {n}", "第 {n} 行", "第 {n} 行", "dòng {n}";
        LineOf { n: usize, input: Input } => "line {n} of {input}", "{input} 第 {n} 行",
            "{input} 第 {n} 行", "dòng {n} của {input}";
        ReadingTables { path: PathBuf } => "while reading {path}", "读取 {path} 时出错",
            "讀取 {path} 時出錯", "khi đọc {path}";
        NoTables { path: PathBuf } => "no tables in {path}", "{path} 中没有残局库文件",
            "{path} 中沒有殘局庫檔案", "không có bảng cờ tàn nào trong {path}";
        RuleSet { list: String } => "expected one of {list}", "应为下列之一：{list}",
            "應為下列之一：{list}", "phải là một trong: {list}";
        Encoding => "expected the name of an encoding, such as gbk, big5 or windows-1258",
            "应为编码名称，如 gbk、big5 或 windows-1258", "應為編碼名稱，如 gbk、big5 或 windows-1258",
            "phải là tên bảng mã, chẳng hạn gbk, big5 hoặc windows-1258";
        Language => "expected en, zh-Hans, zh-Hant or vi", "应为 en、zh-Hans、zh-Hant 或 vi",
            "應為 en、zh-Hans、zh-Hant 或 vi", "phải là en, zh-Hans, zh-Hant hoặc vi";
    }

    /// In what the run of a state file differs from this one.
    Difference {
        Values { name: String, found: String, wanted: String } =>
            "{name}: {found} there, {wanted} here", "{name}：文件中为 {found}，此处为 {wanted}",
            "{name}：檔案中為 {found}，此處為 {wanted}",
            "{name}: trong tệp là {found}, ở đây là {wanted}";
        Texts { name: String, found: String, wanted: String } =>
            "{name}: '{found}' there, '{wanted}' here",
            "{name}：文件中为“{found}”，此处为“{wanted}”",
            "{name}：檔案中為「{found}」，此處為「{wanted}」",
            "{name}: trong tệp là '{found}', ở đây là '{wanted}'";
    }

    /// Why a tool for players cannot do what is asked for.
    DeskFault {
        NoSuchInput { text: String } => "neither a file nor a position, '{text}'",
            "“{text}”既不是文件，也不是局面", "「{text}」既不是檔案，也不是局面",
            "'{text}' không phải tệp cũng không phải thế cờ";
        NoPosition => "expected a position", "应为一个局面", "應為一個局面", "phải là một thế cờ";
        NotAPosition { text: String } =>
            "expected a FEN or startpos, then perhaps 'moves' and moves; found '{text}'",
            "应为 FEN 或 startpos，后面可以加 moves 和着法，却是“{text}”",
            "應為 FEN 或 startpos，後面可以加 moves 和著法，卻是「{text}」",
            "phải là FEN hoặc startpos, sau đó có thể là 'moves' và các nước đi; đã gặp '{text}'";
        Arrow { text: String, why: ReadError } => "--arrow '{text}', {why}",
            "--arrow “{text}”，{why}", "--arrow 「{text}」，{why}",
            "mũi tên --arrow '{text}', {why}";
        NoPositions => "there are no positions in it", "其中没有局面", "其中沒有局面",
            "trong đó không có thế cờ nào";
        NoGames => "there are no games in it", "其中没有对局", "其中沒有對局",
            "trong đó không có ván cờ nào";
        NotGames =>
            "there is no game in it; files of games are PGN, XQF, CBR, DhtmlXQ and others, or have a line of moves or a FEN for each game",
            "其中没有对局；棋谱文件可以是 PGN、XQF、CBR、DhtmlXQ 等格式，或每行一局着法或一个 FEN",
            "其中沒有對局；棋譜檔案可以是 PGN、XQF、CBR、DhtmlXQ 等格式，或每行一局著法或一個 FEN",
            "trong đó không có ván cờ nào; tệp ván cờ là PGN, XQF, CBR, DhtmlXQ và các loại khác, hoặc mỗi ván là một dòng nước đi hay FEN";
        MoreLeftOut { n: usize } => "{n} more {n|is|are} left out", "另有 {n} 局已略过", "另有 {n} 局已略過",
            "còn bỏ qua {n} ván nữa";
        FewGames { n: usize } => "--game: there {n|is|are} {n} {n|game|games} in it", "--game：其中只有 {n} 局",
            "--game：其中只有 {n} 局", "--game: trong đó chỉ có {n} ván";
        NoSuchPlayer { name: String, games: usize } =>
            "--player: nobody is called '{name}' in {games} {games|game|games}",
            "--player：这 {games} 局中没有名为“{name}”的棋手",
            "--player：這 {games} 局中沒有名為「{name}」的棋手",
            "--player: trong {games} ván này không có ai tên '{name}'";
        NothingToAnalyse => "there is no game to analyse", "没有可分析的对局", "沒有可分析的對局",
            "không có ván nào để phân tích";
        BadGames { faults: usize, games: usize } => "{faults} of {games} {games|game|games} cannot be read",
            "{games} 局中有 {faults} 局无法读取", "{games} 局中有 {faults} 局無法讀取",
            "không đọc được {faults} trong {games} ván";
        BadFiles { bad_files: usize, files: usize, faults: usize, games: usize } =>
            "{bad_files} of {files} {files|file|files} and {faults} of {games} {games|game|games} cannot be read",
            "{files} 个文件中有 {bad_files} 个、{games} 局中有 {faults} 局无法读取",
            "{files} 個檔案中有 {bad_files} 個、{games} 局中有 {faults} 局無法讀取",
            "không đọc được {bad_files} trong {files} tệp và {faults} trong {games} ván";
        Seconds { text: String } => "--seconds {text}: expected a number from 0 on",
            "--seconds {text}：应为不小于 0 的数", "--seconds {text}：應為不小於 0 的數",
            "--seconds {text}: phải là một số không nhỏ hơn 0";
        NotAMove => "not a move", "不是着法", "不是著法", "không phải nước đi";
        NotAScore => "not a score", "不是评分", "不是評分", "không phải điểm đánh giá";
        NotAPuzzle => "not the puzzles of a game", "不是一局的题目", "不是一局的題目",
            "không phải bài tập của một ván";
        NoModule { path: PathBuf } => "{path} is no module of the engine",
            "{path} 不是引擎模块", "{path} 不是引擎模組",
            "{path} không phải mô-đun của engine";
        EndedEarly => "ended early", "提前结束", "提前結束", "đã kết thúc sớm";
        GoesOnFrom { path: PathBuf } => "ended early; the same command goes on from {path}",
            "提前结束；再次运行同一命令将从 {path} 继续",
            "提前結束；再次執行同一命令將從 {path} 繼續",
            "đã kết thúc sớm; chạy lại cùng lệnh này sẽ tiếp tục từ {path}";
        CouldGoOn => "ended early; with --state the work could go on",
            "提前结束；使用 --state 即可在下次继续", "提前結束；使用 --state 即可在下次繼續",
            "đã kết thúc sớm; với --state thì có thể làm tiếp";
        NoPicture => "the picture cannot be drawn", "无法绘制图片", "無法繪製圖片",
            "không vẽ được hình";
        OneGame { format: &'static str } => "a file of {format} has one game",
            "一个 {format} 文件只能有一局", "一個 {format} 檔案只能有一局",
            "một tệp {format} chỉ có một ván";
        Unwritable => "the game cannot be written", "无法写出对局", "無法寫出對局",
            "không ghi được ván cờ";
        Level { most: i64, text: String } => "expected a level from 0 to {most}, found '{text}'",
            "应为 0 至 {most} 的等级，却是“{text}”", "應為 0 至 {most} 的等級，卻是「{text}」",
            "cấp phải từ 0 đến {most}, đã gặp '{text}'";
        LevelOrAuto { most: i64 } => "expected a level from 0 to {most}, or auto",
            "应为 0 至 {most} 的等级，或 auto", "應為 0 至 {most} 的等級，或 auto",
            "phải là cấp từ 0 đến {most}, hoặc auto";
        NoPlayerFolder => "the system names no folder for your results; name a file with --player",
            "系统没有指定存放成绩的文件夹，请用 --player 指定文件",
            "系統沒有指定存放成績的資料夾，請用 --player 指定檔案",
            "hệ thống không cho biết thư mục lưu kết quả; hãy nêu tệp bằng --player";
        NoEnding { name: String, near: String } =>
            "there is no ending '{name}'; the nearest are {near}; --ending list names all",
            "没有残局“{name}”；相近的有 {near}；用 --ending list 可列出全部",
            "沒有殘局「{name}」；相近的有 {near}；用 --ending list 可列出全部",
            "không có cờ tàn '{name}'; gần nhất là {near}; --ending list liệt kê tất cả";
        NoEndingTable { class: String, family: String, near: String } =>
            "there is no table of {class}; 'chuhe endings build FOLDER --only {family}' makes it, and --endings FOLDER uses it; the nearest at hand are {near}",
            "没有 {class} 的残局库；请用 chuhe endings build FOLDER --only {family} 生成，再用 --endings FOLDER 读取；现有的相近残局为 {near}",
            "沒有 {class} 的殘局庫；請用 chuhe endings build FOLDER --only {family} 產生，再用 --endings FOLDER 讀取；現有的相近殘局為 {near}",
            "không có bảng của {class}; hãy tạo bằng 'chuhe endings build FOLDER --only {family}' và dùng --endings FOLDER; gần nhất đang có là {near}";
        NoDrill { class: String } => "no position of {class} of this kind was found",
            "未找到 {class} 的这类局面", "未找到 {class} 的這類局面",
            "không tìm thấy thế cờ {class} thuộc loại này";
        NoDrillLength { class: String, longest: u32 } =>
            "--length: no such position of {class} was found; the longest win that was seen takes {longest} {longest|move|moves}",
            "--length：未找到 {class} 的这种局面；所见最长的胜局为 {longest} 着",
            "--length：未找到 {class} 的這種局面；所見最長的勝局為 {longest} 著",
            "--length: không tìm thấy thế cờ {class} như vậy; thế thắng dài nhất đã thấy cần {longest} nước";
        DrawLength => "--length: a draw has none; expected easy, middle, hard or any",
            "--length：和棋没有着数；应为 easy、middle、hard 或 any",
            "--length：和棋沒有著數；應為 easy、middle、hard 或 any",
            "--length: thế hòa không có độ dài; phải là easy, middle, hard hoặc any";
        RuleLength => "--length: a win by the rules has none; expected any",
            "--length：凭棋规取胜的局面没有着数；应为 any",
            "--length：憑棋規取勝的局面沒有著數；應為 any",
            "--length: thế thắng nhờ luật không có độ dài; phải là any";
        DrillLength =>
            "expected moves such as 12, 10..20 or 10.., or easy, middle, hard or any",
            "应为着数，如 12、10..20 或 10..，或 easy、middle、hard、any",
            "應為著數，如 12、10..20 或 10..，或 easy、middle、hard、any",
            "phải là số nước như 12, 10..20 hoặc 10.., hoặc easy, middle, hard hay any";
        EndingBoth => "--ending: expected --side red or black", "--ending：--side 应为 red 或 black",
            "--ending：--side 應為 red 或 black", "--ending: --side phải là red hoặc black";
        NoMove => "the search found no move", "搜索没有找到着法", "搜索沒有找到著法",
            "tìm kiếm không thấy nước đi nào";
        Clock => "expected minutes and seconds for each move, such as 10+5",
            "应为基本分钟数和每着加秒数，如 10+5", "應為基本分鐘數和每著加秒數，如 10+5",
            "phải là số phút và số giây mỗi nước, chẳng hạn 10+5";
        Hole { fen: String, moves: String } => "the proof of {fen} has a hole after {moves}",
            "{fen} 的证明在 {moves} 之后有漏洞", "{fen} 的證明在 {moves} 之後有漏洞",
            "chứng minh của {fen} có lỗ hổng sau {moves}";
        NoCommand { name: String } => "there is no command '{name}'; see --help",
            "没有命令“{name}”，请看 --help", "沒有命令「{name}」，請看 --help",
            "không có lệnh '{name}'; xem --help";
    }

    /// Why a database of games cannot be used.
    DatabaseFault {
        Open { path: PathBuf } => "cannot open {path}", "无法打开 {path}", "無法打開 {path}",
            "không mở được {path}";
        NotThere { path: PathBuf } =>
            "{path} is not there; 'chuhe games index' makes it, or --db names another",
            "{path} 不存在；请用 chuhe games index 建立，或用 --db 指定别的文件",
            "{path} 不存在；請用 chuhe games index 建立，或用 --db 指定別的檔案",
            "không có {path}; hãy tạo bằng 'chuhe games index', hoặc dùng --db để chọn tệp khác";
        Other { path: PathBuf } => "{path} is no database of games", "{path} 不是棋谱数据库",
            "{path} 不是棋譜資料庫", "{path} không phải cơ sở dữ liệu ván cờ";
        Version { path: PathBuf, version: i32, known: i32 } =>
            "{path} has version {version}, and only {known} is known: index the games anew",
            "{path} 是第 {version} 版，本程序只支持第 {known} 版，请重新建立",
            "{path} 是第 {version} 版，本程式只支援第 {known} 版，請重新建立",
            "{path} có phiên bản {version}, chương trình này chỉ biết {known}: hãy lập chỉ mục lại";
        Damaged => "the database is damaged: index the games anew", "数据库已损坏，请重新建立",
            "資料庫已損壞，請重新建立", "cơ sở dữ liệu bị hỏng: hãy lập chỉ mục lại";
        Opening { name: String } => "no opening is called '{name}'", "没有名为“{name}”的开局",
            "沒有名為「{name}」的開局", "không có khai cuộc nào tên '{name}'";
        NoPlace => "the database keeps where games stand: name files, not standard input",
            "数据库要记下棋谱的位置：请给出文件，而不是标准输入",
            "資料庫要記下棋譜的位置：請給出檔案，而不是標準輸入",
            "cơ sở dữ liệu ghi nhớ vị trí các ván: hãy nêu tên tệp, không dùng đầu vào chuẩn";
        MoreFaults { n: usize } => "{n} more {n|fault|faults}; --faults names more of them",
            "另有 {n} 处错误；用 --faults 可列出更多", "另有 {n} 處錯誤；用 --faults 可列出更多",
            "còn {n} lỗi nữa; dùng --faults để liệt kê thêm";
        EndedEarly => "ended early; the same command goes on", "提前结束；再次运行同一命令即可继续",
            "提前結束；再次執行同一命令即可繼續",
            "đã kết thúc sớm; chạy lại cùng lệnh này sẽ tiếp tục";
    }

    /// What of games is lost in a format.
    #[derive(Clone, PartialEq)]
    Loss {
        NoLinePlace { tags: String } => "a line has no place for {tags}",
            "单行棋谱没有存放 {tags} 的地方，已略去", "單行棋譜沒有存放 {tags} 的地方，已略去",
            "một dòng không có chỗ cho {tags}";
        NoPlace { format: &'static str, tags: String } => "{format} has no place for {tags}",
            "{format} 没有存放 {tags} 的地方，已略去", "{format} 沒有存放 {tags} 的地方，已略去",
            "{format} không có chỗ cho {tags}";
        Cut { format: &'static str, tags: String } =>
            "{format} has room only for the beginning of {tags}", "{format} 只容得下 {tags} 的开头",
            "{format} 只容得下 {tags} 的開頭", "{format} chỉ có chỗ cho phần đầu của {tags}";
        Variations => "variations are left out", "变着已略去", "變著已略去", "các biến đã bị bỏ đi";
        Comments => "comments are left out", "注释已略去", "註釋已略去", "các lời bình đã bị bỏ đi";
        Marks => "marks are left out", "着法评注符号已略去", "著法評註符號已略去",
            "các ký hiệu đánh giá nước đi đã bị bỏ đi";
    }

    /// What became of a game whose end is damaged.
    Partly {
        Kept { fault: FaultKind } => "the moves before this are kept: {fault}",
            "保留此前的着法：{fault}", "保留此前的著法：{fault}",
            "giữ lại các nước trước chỗ này: {fault}";
    }

    /// How often something happens.
    Often {
        Games { n: usize, what: Loss } => "in {n} {n|game|games}: {what}", "共 {n} 局：{what}",
            "共 {n} 局：{what}", "trong {n} ván: {what}";
    }
}

/// Something and its place.
pub fn at(place: impl Display, what: impl Say) -> At {
    At::Place { place: place.to_string(), what: Box::new(what) }
}

/// A fault of a game in a file.
pub fn in_file(name: &str, fault: Fault) -> At {
    at(format!("{name}:{}", fault.place), fault.kind)
}

/// The note that a game was kept up to a fault.
pub fn kept_before(name: &str, fault: Fault) -> Remark {
    let what = Partly::Kept { fault: fault.kind };
    Remark::Note { what: at(format!("{name}:{}", fault.place), what) }
}
