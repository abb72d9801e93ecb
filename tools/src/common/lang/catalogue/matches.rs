//! Errors and notes of matches and of the engines in them.

use std::io;
use std::path::PathBuf;

use crate::common::lang::message::{Say, Told, has_only, messages};
use crate::common::lang::{Lang, filled};

messages! {
    /// Why a match, or the settings of an engine in it, make no sense.
    MatchFault {
        TwoEngines => "a match needs two engines: give --engine twice or more",
            "比赛至少需要两个引擎，请多次使用 --engine",
            "比賽至少需要兩個引擎，請多次使用 --engine",
            "một trận đấu cần hai engine cờ: hãy dùng --engine ít nhất hai lần";
        SameName { name: String } => "two engines are called {name}: set name=",
            "有两个引擎都叫 {name}，请设置 name=", "有兩個引擎都叫 {name}，請設定 name=",
            "có hai engine cờ cùng tên {name}: hãy đặt name=";
        NoPositions { name: String } =>
            "{name} takes no positions (fen=off): the openings must begin at the start position",
            "{name} 不接受局面（fen=off），开局必须从初始局面开始",
            "{name} 不接受局面（fen=off），開局必須從初始局面開始",
            "{name} không nhận thế cờ (fen=off): khai cuộc phải bắt đầu từ thế ban đầu";
        Unlimited { name: String } =>
            "{name}: nothing limits its searches; give tc, movetime, nodes or depth",
            "{name} 的搜索没有限制，请给出 tc、movetime、nodes 或 depth",
            "{name} 的搜索沒有限制，請給出 tc、movetime、nodes 或 depth",
            "{name}: không có gì giới hạn việc tìm kiếm; hãy cho tc, movetime, nodes hoặc depth";
        Engine { name: String } => "engine {name}", "引擎 {name}", "引擎 {name}",
            "engine cờ {name}";
        Setting { key: String, value: String } => "engine setting {key}={value}",
            "引擎设置 {key}={value}", "引擎設定 {key}={value}", "thiết lập engine cờ {key}={value}";
        NoProgram => "cmd=PROGRAM is missing", "缺少 cmd=程序", "缺少 cmd=程式",
            "thiếu cmd=CHƯƠNG_TRÌNH";
        NoSuchSetting => "there is no such setting", "没有这项设置", "沒有這項設定",
            "không có thiết lập như vậy";
        Ranks => "expected auto, 0 (ranks 0-9) or 1 (ranks 1-10)",
            "应为 auto、0（横线 0-9）或 1（横线 1-10）",
            "應為 auto、0（橫線 0-9）或 1（橫線 1-10）",
            "phải là auto, 0 (hàng 0-9) hoặc 1 (hàng 1-10)";
        Unit => "expected auto, s (seconds) or ms (milliseconds)",
            "应为 auto、s（秒）或 ms（毫秒）", "應為 auto、s（秒）或 ms（毫秒）",
            "phải là auto, s (giây) hoặc ms (mili giây)";
        TimeControl { text: String } => "expected [MOVES/][MIN:]SEC[+INC], found '{text}'",
            "应为 [着数/][分:]秒[+加秒]，却是“{text}”",
            "應為 [著數/][分:]秒[+加秒]，卻是「{text}」",
            "phải là [SỐ_NƯỚC/][PHÚT:]GIÂY[+CỘNG], đã gặp '{text}'";
        Positive { text: String } => "expected a positive whole number, found '{text}'",
            "应为正整数，却是“{text}”", "應為正整數，卻是「{text}」",
            "phải là số nguyên dương, đã gặp '{text}'";
        Milliseconds { text: String } => "expected milliseconds, found '{text}'",
            "应为毫秒数，却是“{text}”", "應為毫秒數，卻是「{text}」",
            "phải là số mili giây, đã gặp '{text}'";
        Switch { text: String } => "expected on or off, found '{text}'",
            "应为 on 或 off，却是“{text}”", "應為 on 或 off，卻是「{text}」",
            "phải là on hoặc off, đã gặp '{text}'";
        Processors { text: String } => "expected processors such as 3,5,7-11, found '{text}'",
            "应为处理器编号，如 3,5,7-11，却是“{text}”",
            "應為處理器編號，如 3,5,7-11，卻是「{text}」",
            "phải là các bộ xử lý như 3,5,7-11, đã gặp '{text}'";
        Protocol => "expected uci, cyclone, ucci or cecp", "应为 uci、cyclone、ucci 或 cecp",
            "應為 uci、cyclone、ucci 或 cecp", "phải là uci, cyclone, ucci hoặc cecp";
        Order { text: String } => "expected random or sequential, found '{text}'",
            "应为 random 或 sequential，却是“{text}”", "應為 random 或 sequential，卻是「{text}」",
            "phải là random hoặc sequential, đã gặp '{text}'";
        Format { text: String } => "expected roundrobin, gauntlet or gauntlet=N, found '{text}'",
            "应为 roundrobin、gauntlet 或 gauntlet=N，却是“{text}”",
            "應為 roundrobin、gauntlet 或 gauntlet=N，卻是「{text}」",
            "phải là roundrobin, gauntlet hoặc gauntlet=N, đã gặp '{text}'";
        ManyEngines { n: usize } => "a match has at most {n} {n|engine|engines}", "一场比赛最多 {n} 个引擎",
            "一場比賽最多 {n} 個引擎", "một trận đấu có nhiều nhất {n} engine cờ";
        FewEngines { format: String, n: usize } => "{format} needs more than {n} {n|engine|engines}",
            "{format} 需要多于 {n} 个引擎", "{format} 需要多於 {n} 個引擎",
            "{format} cần nhiều hơn {n} engine cờ";
        Remarks { word: String } =>
            "expected some of none, nodes, seldepth, nps, left, latency, pv; found '{word}'",
            "应为 none、nodes、seldepth、nps、left、latency、pv 中的若干个，却是“{word}”",
            "應為 none、nodes、seldepth、nps、left、latency、pv 中的若干個，卻是「{word}」",
            "phải là vài trong số none, nodes, seldepth, nps, left, latency, pv; đã gặp '{word}'";
        NoSuchKey { key: String, list: &'static str } => "there is no '{key}': expected {list}",
            "没有“{key}”，应为 {list}", "沒有「{key}」，應為 {list}",
            "không có '{key}': phải là {list}";
        Number { key: String, value: String } => "{key}: expected a number, found '{value}'",
            "{key} 应为数，却是“{value}”", "{key} 應為數，卻是「{value}」",
            "{key}: phải là một số, đã gặp '{value}'";
        After => "after: expected a number", "after 应为数", "after 應為數",
            "after: phải là một số";
        Score => "score: expected a number", "score 应为数", "score 應為數",
            "score: phải là một số";
        Model => "model: expected normalized, logistic or bayesian",
            "model 应为 normalized、logistic 或 bayesian",
            "model 應為 normalized、logistic 或 bayesian",
            "model: phải là normalized, logistic hoặc bayesian";
        NoElo0 => "elo0 is missing", "缺少 elo0", "缺少 elo0", "thiếu elo0";
        NoElo1 => "elo1 is missing", "缺少 elo1", "缺少 elo1", "thiếu elo1";
        EloOrder => "elo0 must be less than elo1", "elo0 必须小于 elo1", "elo0 必須小於 elo1",
            "elo0 phải nhỏ hơn elo1";
        EloRange { most: u32 } => "elo0 and elo1 lie between -{most} and {most}",
            "elo0 和 elo1 必须在 -{most} 与 {most} 之间", "elo0 和 elo1 必須在 -{most} 與 {most} 之間",
            "elo0 và elo1 phải nằm giữa -{most} và {most}";
        Rates => "alpha and beta lie between 0 and 0.5", "alpha 和 beta 必须在 0 与 0.5 之间",
            "alpha 和 beta 必須在 0 與 0.5 之間", "alpha và beta phải nằm giữa 0 và 0.5";
        FewProcessors { count: usize, games: usize } =>
            "--affinity: {count} {count|processor|processors} for {games} {games|game|games} at a time",
            "--affinity：同时进行 {games} 局，却只有 {count} 个处理器",
            "--affinity：同時進行 {games} 局，卻只有 {count} 個處理器",
            "--affinity: {count} bộ xử lý cho {games} ván cùng lúc";
        Concurrency { most: usize } => "--concurrency must be from 1 to {most}",
            "--concurrency 必须在 1 至 {most} 之间", "--concurrency 必須在 1 至 {most} 之間",
            "--concurrency phải từ 1 đến {most}";
        NoGames => "--games must be more than 0", "--games 必须大于 0", "--games 必須大於 0",
            "--games phải lớn hơn 0";
        ManyGames { most: u64 } => "--games must be at most {most}", "--games 最多为 {most}",
            "--games 最多為 {most}", "--games nhiều nhất là {most}";
        OddGames => "--games must be even: every opening is played with both colours",
            "--games 必须是偶数：每个开局双方各执红一次",
            "--games 必須是偶數：每個開局雙方各執紅一次",
            "--games phải là số chẵn: mỗi khai cuộc được đấu với cả hai màu";
        ShardSeed => "--part needs --seed, the same for all parts",
            "--part 需要 --seed，各部分相同", "--part 需要 --seed，各部分相同",
            "--part cần --seed, giống nhau cho mọi phần";
        SprtOfTwo => "--sprt is a test of two engines", "--sprt 只能检验两个引擎",
            "--sprt 只能檢驗兩個引擎", "--sprt chỉ kiểm định hai engine cờ";
        SprtOfShard => "--sprt: a shard decides nothing; give it to --merge",
            "--sprt：单个部分不能得出结论，请用于 --merge",
            "--sprt：單個部分不能得出結論，請用於 --merge",
            "--sprt: một phần riêng không kết luận được gì; hãy dùng với --merge";
        Start => "--start counts from 1", "--start 从 1 数起", "--start 從 1 數起",
            "--start đếm từ 1";
        NotRegular { option: &'static str } => "{option} must be a regular file: it is read again",
            "{option} 必须是普通文件，因为还要再读", "{option} 必須是普通檔案，因為還要再讀",
            "{option} phải là tệp thông thường vì còn phải đọc lại";
        NothingToMerge => "--merge: no files", "--merge：没有文件", "--merge：沒有檔案",
            "--merge: không có tệp nào";
        CannotReadOpenings { name: String } => "cannot read the openings {name}",
            "无法读取开局文件 {name}", "無法讀取開局檔案 {name}",
            "không đọc được tệp khai cuộc {name}";
        NoOpenings => "there are no openings in it", "其中没有开局", "其中沒有開局",
            "trong đó không có khai cuộc nào";
        Over => "the game is over at the end of the opening; --plies uses less of it",
            "开局结束时对局已经结束，可用 --plies 少取几步",
            "開局結束時對局已經結束，可用 --plies 少取幾步",
            "ván đã kết thúc ngay ở cuối khai cuộc; --plies sẽ dùng ít nước hơn";
        IllegalMove => "a game with an illegal move", "对局中有不合法的着法",
            "對局中有不合法的著法", "một ván có nước đi không hợp lệ";
        StoodStill { n: u64, attempt: u32 } =>
            "game {n}: the runner stood still in each of {attempt} {attempt|try|tries}",
            "第 {n} 局：{attempt} 次尝试中比赛程序都停顿了",
            "第 {n} 局：{attempt} 次嘗試中比賽程式都停頓了",
            "ván {n}: chương trình thi đấu bị đứng trong cả {attempt} lần thử";
    }

    /// Why a file is not that of a match.
    StateFault {
        OtherShard { path: PathBuf, other: PathBuf } => "{path} is no shard of the match of {other}",
            "{path} 不是 {other} 的比赛的一部分", "{path} 不是 {other} 的比賽的一部分",
            "{path} không phải một phần của trận đấu của {other}";
        NoMatch => "no match in it", "其中没有比赛", "其中沒有比賽",
            "trong đó không có trận đấu nào";
        Exists { path: PathBuf } => "{path} is there already", "{path} 已经存在", "{path} 已經存在",
            "{path} đã có sẵn";
        OtherMatch { path: PathBuf, option: &'static str } =>
            "{path} belongs to another match; name another {option}",
            "{path} 属于另一场比赛，请为 {option} 换一个文件",
            "{path} 屬於另一場比賽，請為 {option} 換一個檔案",
            "{path} thuộc về trận đấu khác; hãy chọn tệp khác cho {option}";
        NotState { path: PathBuf } => "{path} is not a state file", "{path} 不是状态文件",
            "{path} 不是狀態檔案", "{path} không phải tệp trạng thái";
        Line { path: PathBuf, n: usize } => "{path} line {n}", "{path} 第 {n} 行",
            "{path} 第 {n} 行", "{path} dòng {n}";
        NotOfMatch => "not that of a match", "不是比赛的状态文件", "不是比賽的狀態檔案",
            "không phải của một trận đấu";
        NotAGame => "not a game", "不是对局", "不是對局", "không phải ván cờ";
        Engines => "names, limits and settings of its engines do not belong together",
            "其中引擎的名称、限制与设置互不相符", "其中引擎的名稱、限制與設定互不相符",
            "tên, giới hạn và thiết lập của các engine cờ trong đó không khớp nhau";
        Version => "of another version of the program", "出自本程序的另一版本",
            "出自本程式的另一版本", "của một phiên bản khác của chương trình";
        OtherGame { n: u64 } => "game {n} does not belong to this match", "第 {n} 局不属于这场比赛",
            "第 {n} 局不屬於這場比賽", "ván {n} không thuộc trận đấu này";
        Twice { n: u64 } => "game {n} is there twice", "第 {n} 局出现了两次", "第 {n} 局出現了兩次",
            "ván {n} xuất hiện hai lần";
        OtherGames { name: String } =>
            "{name} does not have the games of this match where they were written",
            "{name} 中原来的位置上没有本场比赛的对局", "{name} 中原來的位置上沒有本場比賽的對局",
            "{name} không còn các ván của trận đấu này ở chỗ đã ghi";
        Shorter { name: String } => "{name} is shorter than when the match was left",
            "{name} 比上次中断时短", "{name} 比上次中斷時短",
            "{name} ngắn hơn lúc trận đấu dừng lại";
    }

    /// Why an engine could not be used.
    ClientError {
        Spawn { program: PathBuf, error: io::Error } => "cannot start: {program}: {error}",
            "无法启动：{program}：{error}", "無法啟動：{program}：{error}",
            "không khởi động được: {program}: {error}";
        Disconnected { how: String } => "the engine ended ({how})", "引擎已退出（{how}）",
            "引擎已退出（{how}）", "engine cờ đã kết thúc ({how})";
        Timeout { what: Wait } => "waited too long for {what}", "等待超时：{what}",
            "等待超時：{what}", "đã chờ quá lâu: {what}";
        NoPositions => "the engine takes no positions: give it openings as moves",
            "引擎不接受局面，请以着法给出开局", "引擎不接受局面，請以著法給出開局",
            "engine cờ không nhận thế cờ: hãy cho khai cuộc bằng nước đi";
        NoNodes => "CECP has no limit of nodes: use tc, movetime or depth",
            "CECP 不能限制节点数，请用 tc、movetime 或 depth",
            "CECP 不能限制節點數，請用 tc、movetime 或 depth",
            "CECP không giới hạn được số nút: hãy dùng tc, movetime hoặc depth";
        WholeSeconds => "CECP knows only whole seconds for a move", "CECP 每着用时只能是整秒",
            "CECP 每著用時只能是整秒", "CECP chỉ nhận số giây nguyên cho mỗi nước";
        UcciSeconds =>
            "UCCI knows only whole seconds where the engine has no option usemillisec; unit=ms if it counts milliseconds",
            "引擎没有选项 usemillisec 时 UCCI 只能用整秒；若它按毫秒计时，请设置 unit=ms",
            "引擎沒有選項 usemillisec 時 UCCI 只能用整秒；若它按毫秒計時，請設定 unit=ms",
            "khi engine cờ không có tùy chọn usemillisec, UCCI chỉ nhận số giây nguyên; hãy đặt unit=ms nếu nó tính mili giây";
        NoOption { name: String, list: String } =>
            "the engine has no option '{name}'; it offers: {list}",
            "引擎没有选项“{name}”；它的选项：{list}", "引擎沒有選項「{name}」；它的選項：{list}",
            "engine cờ không có tùy chọn '{name}'; nó có: {list}";
        ManyOptions { most: usize } => "the engine has more than {most} {most|option|options}",
            "引擎的选项多于 {most} 个", "引擎的選項多於 {most} 個",
            "engine cờ có nhiều hơn {most} tùy chọn";
        Refused { name: String, value: String, line: String } =>
            "option {name}={value} is refused: {line}", "引擎拒绝选项 {name}={value}：{line}",
            "引擎拒絕選項 {name}={value}：{line}", "tùy chọn {name}={value} bị từ chối: {line}";
        BadValue { name: String, expected: Expected, value: String } =>
            "option {name}: expected {expected}, found '{value}'",
            "选项 {name} 应为 {expected}，却是“{value}”",
            "選項 {name} 應為 {expected}，卻是「{value}」",
            "tùy chọn {name}: phải là {expected}, đã gặp '{value}'";
    }

    /// What a client waits for.
    #[derive(Clone, Copy)]
    Wait {
        Move => "a move", "着法", "著法", "một nước đi";
        Input => "the engine to read its input", "引擎读取输入", "引擎讀取輸入",
            "engine cờ đọc đầu vào của nó";
        Word { word: &'static str } => "{word}", "{word}", "{word}", "{word}";
    }

    /// What an option takes.
    Expected {
        Range { min: i64, max: i64 } => "a whole number from {min} to {max}",
            "{min} 至 {max} 的整数", "{min} 至 {max} 的整數", "số nguyên từ {min} đến {max}";
        Switch => "true or false", "true 或 false", "true 或 false", "true hoặc false";
        Choice { list: String } => "one of {list}", "下列之一：{list}", "下列之一：{list}",
            "một trong {list}";
    }

    /// What is said while games are played.
    MatchNote {
        Seconds { name: String } =>
            "{name} has no option usemillisec: it is told whole seconds, as UCCI has it; unit=ms if it counts milliseconds",
            "{name} 没有选项 usemillisec，按 UCCI 的规定只告知整秒；若它按毫秒计时，请设置 unit=ms",
            "{name} 沒有選項 usemillisec，按 UCCI 的規定只告知整秒；若它按毫秒計時，請設定 unit=ms",
            "{name} không có tùy chọn usemillisec: theo UCCI nó chỉ được báo số giây nguyên; hãy đặt unit=ms nếu nó tính mili giây";
        LostIncrement { name: String, increment: String } =>
            "{name} has no option usemillisec: it is told whole seconds, as UCCI has it, and of its increment of {increment} s no part of a second; unit=ms if it counts milliseconds",
            "{name} 没有选项 usemillisec，按 UCCI 的规定只告知整秒，每步加的 {increment} 秒中不足一秒的部分不会告知；若它按毫秒计时，请设置 unit=ms",
            "{name} 沒有選項 usemillisec，按 UCCI 的規定只告知整秒，每步加的 {increment} 秒中不足一秒的部分不會告知；若它按毫秒計時，請設定 unit=ms",
            "{name} không có tùy chọn usemillisec: theo UCCI nó chỉ được báo số giây nguyên, và phần lẻ dưới một giây trong {increment} giây cộng thêm không được báo; hãy đặt unit=ms nếu nó tính mili giây";
        Repeat { rounds: Count, openings: Count } =>
            "{rounds} but {openings}: they repeat, and engines that play the same every time will repeat their games",
            "{rounds}，而{openings}：开局会重复，每次走法相同的引擎也会重复对局",
            "{rounds}，而{openings}：開局會重複，每次走法相同的引擎也會重複對局",
            "{rounds} nhưng {openings}: khai cuộc sẽ lặp lại, và các engine cờ luôn đi như nhau sẽ lặp lại ván đấu";
        SameGame { n: u64 } =>
            "game {n} is an earlier game move for move; repeated games prove nothing: use more openings, or limits of time",
            "第 {n} 局与先前的一局着法完全相同；重复的对局不能说明任何问题，请增加开局或限制时间",
            "第 {n} 局與先前的一局著法完全相同；重複的對局不能說明任何問題，請增加開局或限制時間",
            "ván {n} giống hệt một ván trước từng nước; các ván lặp lại không chứng tỏ điều gì: hãy dùng thêm khai cuộc hoặc giới hạn thời gian";
        Suspended { n: u64 } => "the runner was suspended: game {n} is played again",
            "比赛程序曾被挂起，第 {n} 局重赛", "比賽程式曾被掛起，第 {n} 局重賽",
            "chương trình thi đấu đã bị tạm dừng: ván {n} được đấu lại";
        Resumed { games: Count } => "{games} played before; going on",
            "此前已完成 {games}，继续比赛", "此前已完成 {games}，繼續比賽",
            "trước đó đã đấu {games}; tiếp tục";
        Finished { n: u64, red: String, black: String, result: &'static str, end: String } =>
            "Finished game {n} ({red} vs {black}): {result} {{end}}",
            "第 {n} 局结束（{red} 对 {black}）：{result} {{end}}",
            "第 {n} 局結束（{red} 對 {black}）：{result} {{end}}",
            "Kết thúc ván {n} ({red} gặp {black}): {result} {{end}}";
        Interrupted { option: &'static str } =>
            "interrupted; the same command goes on where there is a {option}",
            "已中断；若有 {option}，再次运行同一命令即可继续",
            "已中斷；若有 {option}，再次執行同一命令即可繼續",
            "đã bị ngắt; chạy lại cùng lệnh này sẽ tiếp tục nếu có {option}";
    }

    /// Things and their number.
    Count {
        Games { n: u64 } => "{n} {n|game|games}", "{n} 局", "{n} 局", "{n} ván";
        Rounds { n: u64 } => "{n} {n|round|rounds}", "{n} 轮", "{n} 輪", "{n} vòng";
        Openings { n: u64 } => "{n} different {n|opening|openings}", "只有 {n} 个不同的开局",
            "只有 {n} 個不同的開局", "chỉ {n} khai cuộc khác nhau";
    }
}
