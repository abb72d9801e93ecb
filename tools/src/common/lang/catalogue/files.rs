//! Errors and notes about files and about the work of the tools for players.

use std::fmt::Display;
use std::path::PathBuf;

use chuhe::notation::ReadError;
use chuhe_games::{Fault, FaultKind};

use crate::common::lang::Lang;
use crate::common::lang::message::{Say, Told, messages};

messages! {
    /// What messages say of anything.
    Remark {
        Error { what: anyhow::Error } => "error: {what}", "错误：{what}", "錯誤：{what}";
        Warning { what: Box<dyn Say> } => "warning: {what}", "警告：{what}", "警告：{what}";
        LeftOut { what: At } => "left out: {what}", "已略过：{what}", "已略過：{what}";
        Note { what: At } => "note: {what}", "提示：{what}", "提示：{what}";
    }

    /// Something and its place in a file.
    At {
        Place { place: String, what: Box<dyn Say> } => "{place}: {what}", "{place}：{what}",
            "{place}：{what}";
    }

    /// What an input is called.
    Input {
        Standard => "standard input", "标准输入", "標準輸入";
        File { name: String } => "{name}", "{name}", "{name}";
    }

    /// Work that a state file keeps.
    #[derive(Clone, Copy)]
    StateKind {
        Analysis => "analysis", "分析", "分析";
        Tuning => "tuning", "调参", "調參";
    }

    /// Why a file cannot be used.
    FileFault {
        CannotRead { input: Input } => "cannot read {input}", "无法读取 {input}",
            "無法讀取 {input}";
        CannotWrite { path: PathBuf } => "cannot write {path}", "无法写入 {path}", "無法寫入 {path}";
        TooLarge { n: u64 } => "larger than {n} MiB", "大于 {n} MiB", "大於 {n} MiB";
        NoGameFiles { endings: String } => "no files named .{endings} in it",
            "其中没有以 .{endings} 结尾的文件", "其中沒有以 .{endings} 結尾的檔案";
        Folder => "it is a folder", "这是文件夹", "這是資料夾";
        Empty => "it is empty", "文件是空的", "檔案是空的";
        NotOrdinary => "not an ordinary file", "不是普通文件", "不是普通檔案";
        Exists { path: PathBuf } => "{path} is there already", "{path} 已经存在", "{path} 已經存在";
        Links => "too many symbolic links", "符号链接层数过多", "符號連結層數過多";
        SameFile { a: String, b: String, path: PathBuf } => "{a} and {b} name the same file, {path}",
            "{a} 与 {b} 指向同一文件 {path}", "{a} 與 {b} 指向同一檔案 {path}";
        OverwritesInput { option: String, path: PathBuf } =>
            "{option} would overwrite an input, {path}", "{option} 会覆盖输入文件 {path}",
            "{option} 會覆蓋輸入檔案 {path}";
        Locked => "another process writes it", "另一个进程正在写入", "另一個程序正在寫入";
        Signals => "cannot listen for signals", "无法接收信号", "無法接收訊號";
        OtherWork { path: PathBuf, kind: StateKind, difference: Difference } =>
            "{path} belongs to another {kind}; name another --state: {difference}",
            "{path} 属于另一项{kind}，请为 --state 换一个文件：{difference}",
            "{path} 屬於另一項{kind}，請為 --state 換一個檔案：{difference}";
        NoState { path: PathBuf, kind: StateKind } => "{path} holds no state of {kind}",
            "{path} 中没有可以继续的{kind}", "{path} 中沒有可以繼續的{kind}";
        Line { n: usize } => "line {n}", "第 {n} 行", "第 {n} 行";
        LineOf { n: usize, input: Input } => "line {n} of {input}", "{input} 第 {n} 行",
            "{input} 第 {n} 行";
        ReadingTables { path: PathBuf } => "while reading {path}", "读取 {path} 时出错",
            "讀取 {path} 時出錯";
        NoTables { path: PathBuf } => "no tables in {path}", "{path} 中没有残局库文件",
            "{path} 中沒有殘局庫檔案";
        RuleSet { list: String } => "expected one of {list}", "应为下列之一：{list}",
            "應為下列之一：{list}";
        Encoding => "expected the name of an encoding, such as gbk, big5 or windows-1258",
            "应为编码名称，如 gbk、big5 或 windows-1258", "應為編碼名稱，如 gbk、big5 或 windows-1258";
        Language => "expected en, zh-Hans or zh-Hant", "应为 en、zh-Hans 或 zh-Hant",
            "應為 en、zh-Hans 或 zh-Hant";
    }

    /// In what the run of a state file differs from this one.
    Difference {
        Values { name: String, found: String, wanted: String } =>
            "{name}: {found} there, {wanted} here", "{name}：文件中为 {found}，此处为 {wanted}",
            "{name}：檔案中為 {found}，此處為 {wanted}";
        Texts { name: String, found: String, wanted: String } =>
            "{name}: '{found}' there, '{wanted}' here",
            "{name}：文件中为“{found}”，此处为“{wanted}”",
            "{name}：檔案中為「{found}」，此處為「{wanted}」";
    }

    /// Why a tool for players cannot do what is asked for.
    DeskFault {
        NoSuchInput { text: String } => "neither a file nor a position, '{text}'",
            "“{text}”既不是文件，也不是局面", "「{text}」既不是檔案，也不是局面";
        NoPosition => "expected a position", "应为一个局面", "應為一個局面";
        NotAPosition { text: String } =>
            "expected a FEN or startpos, then perhaps 'moves' and moves; found '{text}'",
            "应为 FEN 或 startpos，后面可以加 moves 和着法，却是“{text}”",
            "應為 FEN 或 startpos，後面可以加 moves 和著法，卻是「{text}」";
        Arrow { text: String, why: ReadError } => "--arrow '{text}', {why}",
            "--arrow “{text}”，{why}", "--arrow 「{text}」，{why}";
        NoPositions => "there are no positions in it", "其中没有局面", "其中沒有局面";
        NoGames => "there are no games in it", "其中没有对局", "其中沒有對局";
        NotGames =>
            "there is no game in it; files of games are PGN, XQF, CBR, DhtmlXQ and others, or have a line of moves or a FEN for each game",
            "其中没有对局；棋谱文件可以是 PGN、XQF、CBR、DhtmlXQ 等格式，或每行一局着法或一个 FEN",
            "其中沒有對局；棋譜檔案可以是 PGN、XQF、CBR、DhtmlXQ 等格式，或每行一局著法或一個 FEN";
        MoreLeftOut { n: usize } => "{n} more are left out", "另有 {n} 局已略过", "另有 {n} 局已略過";
        FewGames { n: usize } => "--game: there are {n} games in it", "--game：其中只有 {n} 局",
            "--game：其中只有 {n} 局";
        NothingToAnalyse => "there is no game to analyse", "没有可分析的对局", "沒有可分析的對局";
        BadGames { faults: usize, games: usize } => "{faults} of {games} games cannot be read",
            "{games} 局中有 {faults} 局无法读取", "{games} 局中有 {faults} 局無法讀取";
        BadFiles { bad_files: usize, files: usize, faults: usize, games: usize } =>
            "{bad_files} of {files} files and {faults} of {games} games cannot be read",
            "{files} 个文件中有 {bad_files} 个、{games} 局中有 {faults} 局无法读取",
            "{files} 個檔案中有 {bad_files} 個、{games} 局中有 {faults} 局無法讀取";
        Seconds { text: String } => "--seconds {text}: expected a number from 0 on",
            "--seconds {text}：应为不小于 0 的数", "--seconds {text}：應為不小於 0 的數";
        NotAMove => "not a move", "不是着法", "不是著法";
        NotAScore => "not a score", "不是评分", "不是評分";
        EndedEarly => "ended early", "提前结束", "提前結束";
        GoesOnFrom { path: PathBuf } => "ended early; the same command goes on from {path}",
            "提前结束；再次运行同一命令将从 {path} 继续",
            "提前結束；再次執行同一命令將從 {path} 繼續";
        CouldGoOn => "ended early; with --state the work could go on",
            "提前结束；使用 --state 即可在下次继续", "提前結束；使用 --state 即可在下次繼續";
        NoPicture => "the picture cannot be drawn", "无法绘制图片", "無法繪製圖片";
        OneGame { format: &'static str } => "a file of {format} has one game",
            "一个 {format} 文件只能有一局", "一個 {format} 檔案只能有一局";
        Unwritable => "the game cannot be written", "无法写出对局", "無法寫出對局";
        Level { most: i64, text: String } => "expected a level from 0 to {most}, found '{text}'",
            "应为 0 至 {most} 的等级，却是“{text}”", "應為 0 至 {most} 的等級，卻是「{text}」";
        NoMove => "the search found no move", "搜索没有找到着法", "搜索沒有找到著法";
        Clock => "expected minutes and seconds for each move, such as 10+5",
            "应为基本分钟数和每着加秒数，如 10+5", "應為基本分鐘數和每著加秒數，如 10+5";
        Hole { fen: String, moves: String } => "the proof of {fen} has a hole after {moves}",
            "{fen} 的证明在 {moves} 之后有漏洞", "{fen} 的證明在 {moves} 之後有漏洞";
        NoCommand { name: String } => "there is no command '{name}'; see --help",
            "没有命令“{name}”，请看 --help", "沒有命令「{name}」，請看 --help";
    }

    /// Why a database of games cannot be used.
    DatabaseFault {
        Open { path: PathBuf } => "cannot open {path}", "无法打开 {path}", "無法打開 {path}";
        NotThere { path: PathBuf } =>
            "{path} is not there; 'chuhe games index' makes it, or --db names another",
            "{path} 不存在；请用 chuhe games index 建立，或用 --db 指定别的文件",
            "{path} 不存在；請用 chuhe games index 建立，或用 --db 指定別的檔案";
        Other { path: PathBuf } => "{path} is no database of games", "{path} 不是棋谱数据库",
            "{path} 不是棋譜資料庫";
        Version { path: PathBuf, version: i32, known: i32 } =>
            "{path} has version {version}, and only {known} is known: index the games anew",
            "{path} 是第 {version} 版，本程序只支持第 {known} 版，请重新建立",
            "{path} 是第 {version} 版，本程式只支援第 {known} 版，請重新建立";
        Damaged => "the database is damaged: index the games anew", "数据库已损坏，请重新建立",
            "資料庫已損壞，請重新建立";
        Opening { name: String } => "no opening is called '{name}'", "没有名为“{name}”的开局",
            "沒有名為「{name}」的開局";
        NoPlace => "the database keeps where games stand: name files, not standard input",
            "数据库要记下棋谱的位置：请给出文件，而不是标准输入",
            "資料庫要記下棋譜的位置：請給出檔案，而不是標準輸入";
        MoreFaults { n: usize } => "{n} more faults; --faults names more of them",
            "另有 {n} 处错误；用 --faults 可列出更多", "另有 {n} 處錯誤；用 --faults 可列出更多";
        EndedEarly => "ended early; the same command goes on", "提前结束；再次运行同一命令即可继续",
            "提前結束；再次執行同一命令即可繼續";
    }

    /// What of games is lost in a format.
    #[derive(Clone, PartialEq)]
    Loss {
        NoLinePlace { tags: String } => "a line has no place for {tags}",
            "单行棋谱没有存放 {tags} 的地方，已略去", "單行棋譜沒有存放 {tags} 的地方，已略去";
        NoPlace { format: &'static str, tags: String } => "{format} has no place for {tags}",
            "{format} 没有存放 {tags} 的地方，已略去", "{format} 沒有存放 {tags} 的地方，已略去";
        Cut { format: &'static str, tags: String } =>
            "{format} has room only for the beginning of {tags}", "{format} 只容得下 {tags} 的开头",
            "{format} 只容得下 {tags} 的開頭";
        Variations => "variations are left out", "变着已略去", "變著已略去";
        Comments => "comments are left out", "注释已略去", "註釋已略去";
        Marks => "marks are left out", "着法评注符号已略去", "著法評註符號已略去";
    }

    /// What became of a game whose end is damaged.
    Partly {
        Kept { fault: FaultKind } => "the moves before this are kept: {fault}",
            "保留此前的着法：{fault}", "保留此前的著法：{fault}";
    }

    /// How often something happens.
    Often {
        Games { n: usize, what: Loss } => "in {n} games: {what}", "共 {n} 局：{what}",
            "共 {n} 局：{what}";
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
