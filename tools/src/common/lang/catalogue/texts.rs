//! What tools print.

use super::Entry;

/// Texts by their keys.
pub const TEXTS: &[Entry] = entries! {
    // Verdicts, beside those of `chuhe_games::words`.
    "judge.open" => "no immediate score: {reason}, but the loop may still be left",
        "尚不判定：{reason}，但仍可变着", "尚不判定：{reason}，但仍可變著",
        "chưa xử: {reason}, nhưng vẫn có thể đổi nước";
    // Analyses.
    "analyze.best" => "Best", "最佳", "最佳", "Tốt nhất";
    "analyze.then-best" => "Then best", "其后最佳", "其後最佳", "Tốt nhất sau đó";
    "analyze.depth" => "depth", "深度", "深度", "độ sâu";
    "analyze.better" => "best:", "应走", "應走", "tốt nhất:";
    "analyze.percent" => "{n} %", "{n}%", "{n}%", "{n} %";
    "analyze.side" =>
        "{name}: {n} {n|move|moves}, accuracy {accuracy}, average loss {cp} cp ({chance}); {classes}",
        "{name}：{n} 着，准确率 {accuracy}，平均损失 {cp} 分（胜率 {chance}）；{classes}",
        "{name}：{n} 著，準確率 {accuracy}，平均損失 {cp} 分（勝率 {chance}）；{classes}",
        "{name}: {n} nước, độ chính xác {accuracy}, mất trung bình {cp} cp ({chance}); {classes}";
    "analyze.class" => "{class} {n}", "{class} {n}", "{class} {n}", "{class} {n}";
    "analyze.class-rule" => "{class}: {rule}", "{class}：{rule}", "{class}：{rule}",
        "{class}: {rule}";
    "analyze.legend" => "Classes, by the win chance that a move loses – {rules}",
        "着法分类（按损失的胜率）——{rules}", "著法分類（按損失的勝率）——{rules}",
        "Loại nước đi, theo khả năng thắng bị mất – {rules}";
    "habits.head" =>
        "{name}: {games} {games|game|games} (won {won}, drawn {drawn}, lost {lost}, open {open}), {moves} {moves|move|moves}, accuracy {accuracy}, win chance lost {chance}, mistakes and blunders {bad}",
        "{name}：{games} 局（胜 {won}，和 {drawn}，负 {lost}，未完 {open}），{moves} 着，准确率 {accuracy}，胜率损失 {chance}，失着与败着 {bad}",
        "{name}：{games} 局（勝 {won}，和 {drawn}，負 {lost}，未完 {open}），{moves} 著，準確率 {accuracy}，勝率損失 {chance}，失著與敗著 {bad}",
        "{name}: {games} ván (thắng {won}, hòa {drawn}, thua {lost}, dở dang {open}), {moves} nước, độ chính xác {accuracy}, mất khả năng thắng {chance}, sai lầm và sai lầm lớn {bad}";
    "habits.part" => "{name} {accuracy}, {bad} bad in {moves}", "{name} {accuracy}，{moves} 着中 {bad} 处",
        "{name} {accuracy}，{moves} 著中 {bad} 處", "{name} {accuracy}, {bad} nước kém trong {moves}";
    "habits.found" => "{name} {n}", "{name} {n}", "{name} {n}", "{name} {n}";
    "habits.phases" => "By phase: {list}", "按阶段：{list}", "按階段：{list}", "Theo giai đoạn: {list}";
    "habits.colors" => "By colour: {list}", "按先后手：{list}", "按先後手：{list}", "Theo màu: {list}";
    "habits.openings" => "By opening: {list}", "按开局：{list}", "按開局：{list}", "Theo khai cuộc: {list}";
    "habits.kinds" => "What went wrong: {list}", "失误类型：{list}", "失誤類型：{list}",
        "Loại sai lầm: {list}";
    "habits.missed" => "Missed: {list}", "错过：{list}", "錯過：{list}", "Bỏ lỡ: {list}";
    "habits.allowed" => "Allowed: {list}", "遭到：{list}", "遭到：{list}", "Đã cho phép: {list}";
    "analyze.missed" => "missed: {names}", "错过：{names}", "錯過：{names}", "bỏ lỡ: {names}";
    "analyze.allows" => "allows: {names}", "遭到：{names}", "遭到：{names}", "cho phép: {names}";
    "analyze.mate" => "The mate: {names}", "杀法：{names}", "殺法：{names}",
        "Thế chiếu hết: {names}";
    "analyze.phase" => "{phase} ({n}): accuracy {accuracy}, average loss {cp} cp",
        "{phase} {n} 着，准确率 {accuracy}，平均损失 {cp} 分",
        "{phase} {n} 著，準確率 {accuracy}，平均損失 {cp} 分",
        "{phase} ({n}): độ chính xác {accuracy}, mất trung bình {cp} cp";
    "limit.by.ms" => "{n} ms", "{n} 毫秒", "{n} 毫秒", "{n} mili giây";
    "limit.by.move" => "{n} s/move", "每着 {n} 秒", "每著 {n} 秒", "{n} giây/nước";
    "limit.by.depth" => "depth {n}", "深度 {n}", "深度 {n}", "độ sâu {n}";
    "limit.by.nodes" => "{n} {n|node|nodes}", "{n} 节点", "{n} 節點", "{n} nút";
    "list.separator" => "; ", "；", "；", "; ";
    "analyze.shallow" =>
        "{n} more {n|move looks|moves look} bad, but the searches were too shallow to say so: {n|it counts|they count} for nothing",
        "另有 {n} 着似有问题，但搜索深度不足，不予评判，也不计入准确率和损失",
        "另有 {n} 著似有問題，但搜索深度不足，不予評判，也不計入準確率和損失",
        "còn {n} nước có vẻ kém, nhưng tìm kiếm quá nông nên không đánh giá và không tính vào kết quả";
    "analyze.lost" => "{name}: {chance} % lost", "{name}：胜率下降 {chance}%",
        "{name}：勝率下降 {chance}%", "{name}: mất {chance} %";
    "analyze.red" => "Red", "红方", "紅方", "Đỏ";
    "analyze.black" => "Black", "黑方", "黑方", "Đen";
    "analyze.title" => "Analysis", "对局分析", "對局分析", "Phân tích ván cờ";
    // Matches.
    "match.seed" => "seed {n}", "随机种子 {n}", "隨機種子 {n}", "hạt giống ngẫu nhiên {n}";
    "match.results" => "Results of {a} vs {b} ({limits}, {details}):",
        "{a} 对 {b} 的结果（{limits}，{details}）：", "{a} 對 {b} 的結果（{limits}，{details}）：",
        "Kết quả {a} gặp {b} ({limits}, {details}):";
    "match.elo" => "Elo: {elo}, nElo: {nelo}", "等级分差（Elo）：{elo}，归一化（nElo）：{nelo}",
        "等級分差（Elo）：{elo}，歸一化（nElo）：{nelo}", "Chênh lệch Elo: {elo}, nElo: {nelo}";
    "match.los" => "LOS: {los} %, DrawRatio: {drawn} %", "更强的可能性：{los}%，持平率：{drawn}%",
        "更強的可能性：{los}%，持平率：{drawn}%",
        "Khả năng mạnh hơn: {los} %, tỷ lệ hòa: {drawn} %";
    "match.pairs-ratio" => ", PairsRatio: {ratio}", "，胜负对数比：{ratio}",
        "，勝負對數比：{ratio}", ", tỷ số cặp: {ratio}";
    "match.games" =>
        "Games: {n}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points} ({percent} %)",
        "局数：{n}，胜 {wins}，负 {losses}，和 {draws}，得分 {points}（{percent}%）",
        "局數：{n}，勝 {wins}，負 {losses}，和 {draws}，得分 {points}（{percent}%）",
        "Số ván: {n}, thắng {wins}, thua {losses}, hòa {draws}, điểm {points} ({percent} %)";
    "match.pairs" => "Ptnml(0-2): {pairs}, WL/DD Ratio: {level}",
        "按得分计的对数（0 至 2）：{pairs}，一胜一负与两和之比：{level}",
        "按得分計的對數（0 至 2）：{pairs}，一勝一負與兩和之比：{level}",
        "Số cặp theo điểm (0-2): {pairs}, tỷ số thắng-thua/hòa-hòa: {level}";
    "match.llr" => "LLR: {numbers}{verdict}", "对数似然比：{numbers}{verdict}",
        "對數似然比：{numbers}{verdict}", "LLR (tỷ số hợp lý): {numbers}{verdict}";
    "match.accepted" => " - H1 was accepted", "，接受 H1", "，接受 H1", " - chấp nhận H1";
    "match.rejected" => " - H0 was accepted", "，接受 H0", "，接受 H0", " - chấp nhận H0";
    "match.above" => "above {n}", "高于 {n}", "高於 {n}", "trên {n}";
    "match.below" => "below {n}", "低于 {n}", "低於 {n}", "dưới {n}";
    "match.unknown" => "unknown", "未知", "未知", "không rõ";
    "match.title" => "Chuhe match", "楚河引擎比赛", "楚河引擎比賽", "Trận đấu Chuhe";
    "match.opening" => "No. {n}", "第 {n} 号", "第 {n} 號", "Số {n}";
    "match.rank" => "Rank", "名次", "名次", "Hạng";
    "match.engine" => "Engine", "引擎", "引擎", "Engine cờ";
    "match.rating" => "Elo", "等级分", "等級分", "Elo (điểm)";
    "match.points" => "Points", "得分", "得分", "Điểm";
    "match.count" => "Games", "局数", "局數", "Số ván";
    "match.speed" => "Nodes/s", "节点/秒", "節點/秒", "Nút/giây";
    "match.depth" => "Depth", "深度", "深度", "Độ sâu";
    "match.time" => "ms/move", "毫秒/着", "毫秒/著", "ms/nước";
    "match.moves" => "Moves", "着数", "著數", "Số nước";
    "match.over" => "Over ms", "超时毫秒", "超時毫秒", "Quá giờ, ms";
    "match.odd" => "Odd", "异常", "異常", "Bất thường";
    "match.forfeits" => "Forfeits", "判负", "判負", "Bị xử thua";
    "match.none" => "none", "无", "無", "không có";
    "match.endings" => "Endings: {list}", "结束方式：{list}", "結束方式：{list}",
        "Cách kết thúc: {list}";
    "match.sides" => "Red won {red}, drawn {drawn}, Black won {black}; {plies} {plies|ply|plies} a game",
        "红胜 {red}，和 {drawn}，黑胜 {black}；每局 {plies} 步",
        "紅勝 {red}，和 {drawn}，黑勝 {black}；每局 {plies} 步",
        "Đỏ thắng {red}, hòa {drawn}, Đen thắng {black}; {plies} nước mỗi ván";
    "match.played" => "; {n} {n|game|games} in {time}", "；{n} 局用时 {time}", "；{n} 局用時 {time}",
        "; {n} ván trong {time}";
    "match.repeats" =>
        "Repeated games: {n} ({share} %), which prove nothing; the error bars are too small",
        "重复的对局：{n}（{share}%），不能说明任何问题，误差范围因此偏小",
        "重複的對局：{n}（{share}%），不能說明任何問題，誤差範圍因此偏小",
        "Ván lặp lại: {n} ({share} %), không chứng tỏ điều gì; khoảng sai số vì thế quá nhỏ";
    "match.runner" => "Runner: {cost} s of processor time, {share} % of one core",
        "比赛程序：处理器时间 {cost} 秒，占一个核心的 {share}%",
        "比賽程式：處理器時間 {cost} 秒，佔一個核心的 {share}%",
        "Chương trình thi đấu: {cost} giây bộ xử lý, {share} % của một nhân";
    "list.comma" => ", ", "，", "，", ", ";
    // Games on the terminal.
    "play.welcome" => "Type a move, such as C2.5 or h2e2, or help.",
        "请输入着法，如 炮二平五、C2.5 或 h2e2；输入 帮助 查看命令。",
        "請輸入著法，如 炮二平五、C2.5 或 h2e2；輸入 幫助 查看命令。",
        "Hãy nhập nước đi, chẳng hạn P2-5, C2.5 hoặc h2e2; gõ trợ giúp để xem các lệnh.";
    "play.help" =>
        "A move in any notation; hint, undo, moves, board, flip, level N, draw, resign, save [FILE], quit.",
        "任何记法的着法；提示、悔棋、着法、棋盘、翻转、等级 N、提和、认输、保存 [文件]、退出。",
        "任何記法的著法；提示、悔棋、著法、棋盤、翻轉、等級 N、提和、認輸、儲存 [檔案]、退出。",
        "Nước đi bằng ký hiệu bất kỳ; gợi ý, đi lại, nước đi, bàn cờ, lật, cấp N, xin hòa, xin thua, lưu [TỆP], thoát.";
    "play.check" => "Check!", "将军！", "將軍！", "Chiếu tướng!";
    "play.level" => "Level {n} of 0 to {most}", "等级 {n}（0 至 {most}）", "等級 {n}（0 至 {most}）",
        "Cấp {n} (từ 0 đến {most})";
    "play.first" => "Level {n} to begin with; the level follows your results.",
        "开始时为等级 {n}，之后随您的成绩调整。", "開始時為等級 {n}，之後隨您的成績調整。",
        "Bắt đầu ở cấp {n}; sau đó cấp thay đổi theo kết quả của bạn.";
    "play.matched" => "Your level: {elo} (games: {games}). Chuhe plays at level {n}.",
        "您的水平：{elo}（局数：{games}）。楚河以等级 {n} 对弈。",
        "您的水準：{elo}（局數：{games}）。楚河以等級 {n} 對弈。",
        "Trình độ của bạn: {elo} (số ván: {games}). Chuhe chơi ở cấp {n}.";
    "play.rated" =>
        "Your level: {elo} on the engine's scale (games: {games}). The next game: level {n}.",
        "您的水平：{elo}（引擎的等级分，局数：{games}）。下一局：等级 {n}。",
        "您的水準：{elo}（引擎的等級分，局數：{games}）。下一局：等級 {n}。",
        "Trình độ của bạn: {elo} theo thang của engine (số ván: {games}). Ván sau: cấp {n}.";
    "play.unrated" =>
        "This game does not count towards your level: it is open, had a hint or another level, or began at another position.",
        "本局不计入您的水平：对局未完，或有提示、改过等级，或从其他局面开始。",
        "本局不計入您的水準：對局未完，或有提示、改過等級，或從其他局面開始。",
        "Ván này không tính vào trình độ của bạn: ván chưa xong, có gợi ý hay đổi cấp, hoặc bắt đầu từ thế cờ khác.";
    "play.engine-name" => "Chuhe level {n}", "楚河 {n} 级", "楚河 {n} 級", "Chuhe cấp {n}";
    "play.engine" => "Chuhe plays {move}", "楚河走 {move}", "楚河走 {move}", "Chuhe đi {move}";
    "play.hint" => "Hint: {move}", "提示：{move}", "提示：{move}", "Gợi ý: {move}";
    "play.no-undo" => "There is nothing to take back.", "没有可悔的着法。", "沒有可悔的著法。",
        "Không có nước nào để đi lại.";
    "play.times" => "Red {red}, Black {black}", "红方 {red}，黑方 {black}",
        "紅方 {red}，黑方 {black}", "Đỏ {red}, Đen {black}";
    "play.time" => "Out of time: {side}. {result}", "{side}超时。{result}", "{side}超時。{result}",
        "Hết giờ: {side}. {result}";
    "play.resigned" => "Resigned: {side}. {result}", "{side}认输。{result}", "{side}認輸。{result}",
        "Xin thua: {side}. {result}";
    "play.agreed" => "Drawn by agreement. 1/2-1/2", "双方同意作和。1/2-1/2", "雙方同意作和。1/2-1/2",
        "Hai bên đồng ý hòa. 1/2-1/2";
    "play.declined" => "Chuhe declines the draw.", "楚河不同意作和。", "楚河不同意作和。",
        "Chuhe không đồng ý hòa.";
    "play.you" => "You", "您", "您", "Bạn";
    "play.saved" => "Saved as {path}", "已保存为 {path}", "已儲存為 {path}", "Đã lưu thành {path}";
    // Suites of positions and mates.
    "progress.positions" => "{wide_bar} {pos}/{len} positions, {eta} left",
        "{wide_bar} {pos}/{len} 个局面，剩余 {eta}", "{wide_bar} {pos}/{len} 個局面，剩餘 {eta}",
        "{wide_bar} {pos}/{len} thế cờ, còn {eta}";
    "epd.solved" => "solved", "解出", "解出", "giải được";
    "epd.failed" => "failed", "未解", "未解", "không giải được";
    "epd.none" => "none", "无", "無", "không có";
    "epd.mate" => "mate {n}", "杀棋 {n}", "殺棋 {n}", "chiếu hết {n}";
    "epd.points" => "cp {n}", "评分 {n}", "評分 {n}", "cp {n}";
    "epd.found" => "{move} {score} depth {depth} nodes {nodes}",
        "{move} {score} 深度 {depth} 节点 {nodes}", "{move} {score} 深度 {depth} 節點 {nodes}",
        "{move} {score} độ sâu {depth} số nút {nodes}";
    "epd.total" => "Solved {solved} of {total} ({percent} %), {limits} each, {seconds} s in all",
        "{total} 个局面中解出 {solved} 个（{percent}%），每个 {limits}，共用 {seconds} 秒",
        "{total} 個局面中解出 {solved} 個（{percent}%），每個 {limits}，共用 {seconds} 秒",
        "Giải được {solved} trong {total} ({percent} %), mỗi thế {limits}, tổng cộng {seconds} giây";
    "solve.cost" => "{nodes} {nodes|node|nodes}, {seconds} s", "{nodes} 节点，{seconds} 秒",
        "{nodes} 節點，{seconds} 秒", "{nodes} nút, {seconds} giây";
    "solve.mate" => "mate in {n}{how}: {line}; {cost}", "{n} 着杀{how}：{line}；{cost}",
        "{n} 著殺{how}：{line}；{cost}", "chiếu hết trong {n} nước{how}: {line}; {cost}";
    "solve.shortest" => ", the shortest", "（最短）", "（最短）", ", ngắn nhất";
    "solve.checks" => " by checks", "（连将）", "（連將）", " bằng nước chiếu";
    "solve.threats" => " by checks and threats", "（将军和杀着威胁）", "（將軍和殺著威脅）",
        " bằng nước chiếu và dọa chiếu hết";
    "solve.first" => "; some first moves: {moves}", "；部分首着：{moves}", "；部分首著：{moves}",
        "; một số nước đầu: {moves}";
    "solve.all-first" => "; all first moves: {moves}", "；全部首着：{moves}", "；全部首著：{moves}",
        "; mọi nước đầu: {moves}";
    "solve.refuted" => "no mate within {n} {n|move|moves}{how}; {cost}", "{n} 着之内无杀{how}；{cost}",
        "{n} 著之內無殺{how}；{cost}", "không có chiếu hết trong vòng {n} nước{how}; {cost}";
    "solve.none" => "no mate: {why}; {cost}", "无杀：{why}；{cost}", "無殺：{why}；{cost}",
        "không có chiếu hết: {why}; {cost}";
    "solve.limit" => "drawn by the natural limit", "达到自然限着，和棋", "達到自然限著，和棋",
        "hòa do giới hạn số nước";
    "solve.drawn" => "drawn by a table of solved endings", "残局库中为和棋", "殘局庫中為和棋",
        "hòa theo bảng cờ tàn";
    "solve.lost" => "lost by a table of solved endings", "残局库中为负棋", "殘局庫中為負棋",
        "thua theo bảng cờ tàn";
    "solve.unknown" => "unknown; {cost}", "未知；{cost}", "未知；{cost}", "không rõ; {cost}";
    "solve.replayed" => "; replayed, {n} {n|position|positions}", "；已复核 {n} 个局面", "；已複核 {n} 個局面",
        "; đã kiểm lại {n} thế cờ";
    "solve.replayed-part" => "; replayed in part, {n} {n|position|positions}", "；部分复核 {n} 个局面",
        "；部分複核 {n} 個局面", "; đã kiểm lại một phần, {n} thế cờ";
    "solve.total" =>
        "{positions} {positions|position|positions}: {proved} proved ({first} in 0.1 s, {second} in 1 s, {third} in 10 s), {refuted} refuted, {unknown} unknown; {nodes} {nodes|node|nodes}, {seconds} s",
        "{positions} 个局面：证明 {proved}（0.1 秒内 {first}，1 秒内 {second}，10 秒内 {third}），否定 {refuted}，未知 {unknown}；{nodes} 节点，{seconds} 秒",
        "{positions} 個局面：證明 {proved}（0.1 秒內 {first}，1 秒內 {second}，10 秒內 {third}），否定 {refuted}，未知 {unknown}；{nodes} 節點，{seconds} 秒",
        "{positions} thế cờ: chứng minh {proved} ({first} trong 0.1 giây, {second} trong 1 giây, {third} trong 10 giây), bác bỏ {refuted}, không rõ {unknown}; {nodes} nút, {seconds} giây";
    // Databases of games.
    "games.indexed" => "{path}: {total} {total|game|games} and {all_copies} {all_copies|copy|copies}; {files} {files|file|files} read with {games} {games|game|games} ({copies} {copies|copy|copies} of others), {unchanged} unchanged, {gone} gone, {faults} {faults|fault|faults}, {seconds} s",
        "{path}：共 {total} 局，另有重复 {all_copies} 局；读取 {files} 个文件、{games} 局（其中 {copies} 局重复），{unchanged} 个未变，{gone} 个已删除，{faults} 处错误，{seconds} 秒",
        "{path}：共 {total} 局，另有重複 {all_copies} 局；讀取 {files} 個檔案、{games} 局（其中 {copies} 局重複），{unchanged} 個未變，{gone} 個已刪除，{faults} 處錯誤，{seconds} 秒",
        "{path}: {total} ván và {all_copies} bản trùng; đã đọc {files} tệp với {games} ván ({copies} trùng với ván khác), {unchanged} không đổi, {gone} đã mất, {faults} lỗi, {seconds} giây";
    "games.found" => "{n} {n|game|games}", "共 {n} 局", "共 {n} 局", "{n} ván";
    "games.plies" => "{n} {n|ply|plies}", "{n} 步", "{n} 步", "{n} nước";
    "games.copies" => "{n} {n|copy|copies}", "另有 {n} 份", "另有 {n} 份", "{n} bản trùng";
    "games.all" => "all", "合计", "合計", "tất cả";
    "games.verdict" => "engine: {move}, {score}, depth {depth}", "引擎：{move}，{score}，深度 {depth}",
        "引擎：{move}，{score}，深度 {depth}", "engine cờ: {move}, {score}, độ sâu {depth}";
    "games.head.by.move" => "move", "着法", "著法", "nước";
    "games.head.by.games" => "games", "局数", "局數", "số ván";
    "games.head.by.red" => "red", "红胜", "紅勝", "Đỏ thắng";
    "games.head.by.drawn" => "drawn", "和", "和", "hòa";
    "games.head.by.black" => "black", "黑胜", "黑勝", "Đen thắng";
    "games.head.by.score" => "score", "得分率", "得分率", "điểm";
    "games.head.by.variations" => "variations", "变着", "變著", "biến";
    "games.head.by.years" => "years", "年份", "年份", "năm";
};
