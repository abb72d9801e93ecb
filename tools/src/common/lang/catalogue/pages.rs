//! What stands on pages; some of it is printed as well.

use super::Entry;

/// Texts by their keys, all of which begin with `page.`.
pub const PAGES: &[Entry] = entries! {
    // Analyses.
    "page.phase.by.opening" => "opening", "开局", "開局", "khai cuộc";
    "page.phase.by.middlegame" => "middlegame", "中局", "中局", "trung cuộc";
    "page.phase.by.endgame" => "endgame", "残局", "殘局", "tàn cuộc";
    // Solved endings.
    "page.theory.by.red" => "theoretically won for Red in {n}", "理论红胜（{n} 着）",
        "理論紅勝（{n} 著）", "theo lý thuyết Đỏ thắng trong {n} nước";
    "page.theory.by.black" => "theoretically won for Black in {n}", "理论黑胜（{n} 着）",
        "理論黑勝（{n} 著）", "theo lý thuyết Đen thắng trong {n} nước";
    // Wins without a distance: the loser would have to check for ever.
    "page.theory.by.red rule" => "theoretically won for Red, as Black may not check for ever",
        "理论红胜（黑方不得长将）", "理論紅勝（黑方不得長將）",
        "theo lý thuyết Đỏ thắng vì Đen không được chiếu mãi";
    "page.theory.by.black rule" => "theoretically won for Black, as Red may not check for ever",
        "理论黑胜（红方不得长将）", "理論黑勝（紅方不得長將）",
        "theo lý thuyết Đen thắng vì Đỏ không được chiếu mãi";
    "page.theory.by.drawn" => "theoretically drawn", "理论和棋", "理論和棋",
        "theo lý thuyết là hòa";
    // Why games ended.
    "page.ending.by.checkmate" => "checkmate", "将死", "將死", "chiếu hết";
    "page.ending.by.stalemate" => "stalemate", "困毙", "困斃", "hết nước đi";
    "page.ending.by.perpetual check" => "perpetual check", "长将", "長將", "chiếu mãi";
    "page.ending.by.perpetual chase" => "perpetual chase", "长捉", "長捉", "đuổi mãi";
    "page.ending.by.perpetual attack" => "perpetual attack", "长打", "長打", "tấn công mãi";
    "page.ending.by.mutual check" => "mutual check", "双方长将", "雙方長將",
        "hai bên cùng chiếu mãi";
    "page.ending.by.mutual chase" => "mutual chase", "双方长捉", "雙方長捉",
        "hai bên cùng đuổi mãi";
    "page.ending.by.repetition" => "repetition", "双方不变", "雙方不變", "lặp lại";
    "page.ending.by.natural limit" => "natural limit", "自然限着", "自然限著", "giới hạn số nước";
    "page.ending.by.insufficient material" => "insufficient material", "双方均无取胜可能",
        "雙方均無取勝可能", "không đủ quân để thắng";
    "page.ending.by.resignation" => "resignation", "认输", "認輸", "xin thua";
    "page.ending.by.adjudication: decided" => "adjudication: decided", "裁定胜负", "裁定勝負",
        "xử thắng thua";
    "page.ending.by.adjudication: drawn" => "adjudication: drawn", "裁定和棋", "裁定和棋", "xử hòa";
    "page.ending.by.adjudication: solved ending" => "adjudication: solved ending", "按残局库裁定",
        "按殘局庫裁定", "xử theo bảng cờ tàn";
    "page.ending.by.adjudication: too long" => "adjudication: too long", "步数过多", "步數過多",
        "quá nhiều nước";
    "page.ending.by.time forfeit" => "time forfeit", "超时", "超時", "hết giờ";
    "page.ending.by.crash" => "crash", "崩溃", "崩潰", "sự cố";
    "page.ending.by.stall" => "stall", "不应答", "不應答", "không trả lời";
    "page.ending.by.illegal move" => "illegal move", "不合法的着法", "不合法的著法",
        "nước đi không hợp lệ";
    "page.ending.by.no move" => "no move", "没有着法", "沒有著法", "không có nước đi";
    "page.ending-of" => "{ending} of {side}", "{side}{ending}", "{side}{ending}", "{side} {ending}";
    "page.above" => "above {n}", "高于 {n}", "高於 {n}", "trên {n}";
    "page.below" => "below {n}", "低于 {n}", "低於 {n}", "dưới {n}";
    // Openings.
    "page.opening.by.screen-horses" => "Central Cannon v Screen Horses", "中炮对屏风马",
        "中炮對屏風馬", "Pháo đầu đối Bình phong mã";
    "page.opening.by.sandwiched-horses" => "Central Cannon v Sandwiched Horses", "中炮对反宫马",
        "中炮對反宮馬", "Pháo đầu đối Phản cung mã";
    "page.opening.by.half-screen-horse" => "Central Cannon v Single-Raised Horse", "中炮对单提马",
        "中炮對單提馬", "Pháo đầu đối Đơn đề mã";
    "page.opening.by.three-step-tiger" => "Central Cannon v Three-Step Tiger", "中炮对三步虎",
        "中炮對三步虎", "Pháo đầu đối Tam bộ hổ";
    "page.opening.by.same-cannons" => "Same Direction Cannons", "顺炮", "順炮", "Thuận pháo";
    "page.opening.by.opposite-cannons" => "Opposite Direction Cannons", "列炮", "列炮",
        "Nghịch pháo";
    "page.opening.by.central-cannon" => "Central Cannon", "中炮局", "中炮局", "Pháo đầu";
    "page.opening.by.elephant" => "Elephant Opening", "飞相局", "飛相局", "Phi tượng cuộc";
    "page.opening.by.pawn" => "Pawn Opening", "仙人指路", "仙人指路", "Tiên nhân chỉ lộ";
    "page.opening.by.pawn-cannon-behind" => "Pawn Opening v Cannon behind the Pawn",
        "仙人指路对卒底炮", "仙人指路對卒底炮", "Tiên nhân chỉ lộ đối Tốt để pháo";
    "page.opening.by.pawn-pawn" => "Pawn v Pawn", "对兵局", "對兵局", "Đối binh cuộc";
    "page.opening.by.cross-palace" => "Cross-Palace Cannon", "过宫炮", "過宮炮", "Quá cung pháo";
    "page.opening.by.corner-cannon" => "Palace-Corner Cannon", "士角炮", "士角炮", "Sĩ giác pháo";
    "page.opening.by.horse" => "Horse Opening", "起马局", "起馬局", "Khởi mã cuộc";
    "page.opening.by.edge-horse" => "Edge Horse Opening", "边马局", "邊馬局", "Biên mã cuộc";
    // Boards of all pages.
    "page.board" => "Board", "棋盘", "棋盤", "Bàn cờ";
    "page.position" => "Position", "局面", "局面", "Thế cờ";
    "page.start" => "Start (Home)", "开局 (Home)", "開局 (Home)", "Đầu ván (Home)";
    "page.back" => "Back (←)", "后退 (←)", "後退 (←)", "Lùi (←)";
    "page.forward" => "Forward (→)", "前进 (→)", "前進 (→)", "Tiến (→)";
    "page.end" => "End", "终局 (End)", "終局 (End)", "Cuối ván (End)";
    "page.flip" => "Turn the board (f)", "翻转棋盘 (f)", "翻轉棋盤 (f)", "Lật bàn cờ (f)";
    "page.faces" => "Characters or letters (p)", "汉字或字母 (p)", "漢字或字母 (p)",
        "Chữ Hán hoặc chữ cái (p)";
    "page.no-moves" => "No moves.", "没有着法。", "沒有著法。", "Không có nước đi.";
    "page.red" => "Red", "红方", "紅方", "Đỏ";
    "page.black" => "Black", "黑方", "黑方", "Đen";
    "page.moves" => "Moves", "着法", "著法", "Nước đi";
    "page.ply" => "ply", "步", "步", "nước";
    "page.depth" => "depth {n}", "深度 {n}", "深度 {n}", "độ sâu {n}";
    // Classes of moves.
    "page.class.by.best" => "best", "最佳", "最佳", "tốt nhất";
    "page.class.by.excellent" => "excellent", "佳着", "佳著", "xuất sắc";
    "page.class.by.good" => "good", "正着", "正著", "tốt";
    "page.class.by.only" => "only move", "唯一着", "唯一著", "nước duy nhất";
    "page.class.by.book" => "book", "谱着", "譜著", "theo sách";
    "page.class.by.inaccuracy" => "inaccuracy", "缓手", "緩手", "thiếu chính xác";
    "page.class.by.mistake" => "mistake", "失着", "失著", "sai lầm";
    "page.class.by.blunder" => "blunder", "败着", "敗著", "sai lầm lớn";
    "page.class.by.missed-win" => "missed win", "错失胜机", "錯失勝機", "bỏ lỡ thắng";
    "page.class-rule.by.best" => "the engine’s move, or nothing lost", "引擎首选，或毫无损失",
        "引擎首選，或毫無損失", "nước của máy, hoặc không mất gì";
    "page.class-rule.by.excellent" => "below {limit_excellent} %", "不足 {limit_excellent}%", "不足 {limit_excellent}%", "dưới {limit_excellent} %";
    "page.class-rule.by.good" => "below {limit_inaccuracy} %", "不足 {limit_inaccuracy}%", "不足 {limit_inaccuracy}%", "dưới {limit_inaccuracy} %";
    "page.class-rule.by.only" => "the engine’s move where all others lose {limit_only} % or more",
        "引擎首选，其他着法均损失 {limit_only}% 以上", "引擎首選，其他著法均損失 {limit_only}% 以上",
        "nước của máy khi mọi nước khác mất từ {limit_only} %";
    "page.class-rule.by.book" => "in the opening book, below {limit_inaccuracy} %", "开局库中的着法，不足 {limit_inaccuracy}%",
        "開局庫中的著法，不足 {limit_inaccuracy}%", "trong sách khai cuộc, dưới {limit_inaccuracy} %";
    "page.class-rule.by.inaccuracy" => "{limit_inaccuracy} % or more", "{limit_inaccuracy}% 以上", "{limit_inaccuracy}% 以上", "từ {limit_inaccuracy} %";
    "page.class-rule.by.mistake" => "{limit_mistake} % or more", "{limit_mistake}% 以上", "{limit_mistake}% 以上", "từ {limit_mistake} %";
    "page.class-rule.by.blunder" => "{limit_blunder} % or more", "{limit_blunder}% 以上", "{limit_blunder}% 以上", "từ {limit_blunder} %";
    "page.class-rule.by.missed-win" => "{limit_mistake} % or more, from {limit_won} % or more to between {limit_missed_from} and {limit_missed_to} %",
        "损失 {limit_mistake}% 以上，胜率由 {limit_won}% 以上降至 {limit_missed_from}% 至 {limit_missed_to}%",
        "損失 {limit_mistake}% 以上，勝率由 {limit_won}% 以上降至 {limit_missed_from}% 至 {limit_missed_to}%",
        "mất từ {limit_mistake} %, từ {limit_won} % trở lên xuống còn {limit_missed_from} đến {limit_missed_to} %";
    // Kinds of mistakes.
    "page.kind.by.missed-mate" => "missed mate", "漏杀", "漏殺", "bỏ lỡ chiếu hết";
    "page.kind.by.allowed-mate" => "allowed mate", "被杀", "被殺", "để bị chiếu hết";
    "page.kind.by.thrown-ending" => "solved ending thrown away", "断送残局", "斷送殘局",
        "đánh mất tàn cuộc";
    "page.kind.by.hung-piece" => "lost a piece", "丢子", "丟子", "mất quân";
    "page.kind.by.missed-capture" => "missed winning a piece", "漏吃子", "漏吃子",
        "bỏ lỡ ăn quân";
    "page.kind.by.missed-tactic" => "missed tactic", "漏看战术", "漏看戰術", "bỏ lỡ đòn phối hợp";
    "page.kind.by.other" => "other", "其他", "其他", "khác";
    // Estimates of levels, and time.
    "page.level-estimate" =>
        "Estimate from {moves} {moves|move|moves}: level {level} of 20, Elo {elo} ± {error}; calibrated on the engine’s own weakened levels, not on people",
        "由 {moves} 着估计：{level} 级（共 20 级），等级分 {elo} ± {error}；依据引擎自身的弱化级别校准，并非真人等级分",
        "由 {moves} 著估計：{level} 級（共 20 級），等級分 {elo} ± {error}；依據引擎自身的弱化級別校準，並非真人等級分",
        "Ước lượng từ {moves} nước: cấp {level} trên 20, Elo {elo} ± {error}; hiệu chuẩn theo các cấp yếu của chính máy, không theo người";
    "page.no-level" => "No estimate of the level: fewer than {limit_moves} moves that count",
        "无法估计级别：可计入的着法不足 {limit_moves} 着", "無法估計級別：可計入的著法不足 {limit_moves} 著",
        "Không ước lượng được cấp: chưa đủ {limit_moves} nước được tính";
    "page.time-spent" => "{total} s in all, {mean} s a move", "共用时 {total} 秒，平均每着 {mean} 秒",
        "共用時 {total} 秒，平均每著 {mean} 秒", "tổng {total} giây, {mean} giây mỗi nước";
    "page.time-trouble" =>
        "{total} s in all, {mean} s a move; {n} {n|move|moves} in time trouble, {bad} of them {bad|a mistake or blunder|mistakes or blunders}",
        "共用时 {total} 秒，平均每着 {mean} 秒；时间紧张时 {n} 着，其中 {bad} 着失误",
        "共用時 {total} 秒，平均每著 {mean} 秒；時間緊張時 {n} 著，其中 {bad} 著失誤",
        "tổng {total} giây, {mean} giây mỗi nước; {n} nước khi cạn giờ, trong đó {bad} nước sai lầm";
    "page.time-chart" => "Seconds a move", "每着用时（秒）", "每著用時（秒）", "Giây mỗi nước";
    "page.took" => "{n} s", "{n} 秒", "{n} 秒", "{n} giây";
    "page.left" => "{n} s left", "剩 {n} 秒", "剩 {n} 秒", "còn {n} giây";
    // What recurs in several games.
    "page.habits" => "What recurs", "反复出现的问题", "反覆出現的問題", "Điều lặp lại";
    "page.habits-who" => "Whose games", "谁的对局", "誰的對局", "Ván của ai";
    "page.habits-head" =>
        "{games} {games|game|games}: won {won}, drawn {drawn}, lost {lost}; {moves} {moves|move|moves}, accuracy {accuracy}",
        "{games} 局：胜 {won}，和 {drawn}，负 {lost}；{moves} 着，准确率 {accuracy}",
        "{games} 局：勝 {won}，和 {drawn}，負 {lost}；{moves} 著，準確率 {accuracy}",
        "{games} ván: thắng {won}, hòa {drawn}, thua {lost}; {moves} nước, độ chính xác {accuracy}";
    "page.habits-part" => "part of the games", "阶段、先后手与开局", "階段、先後手與開局",
        "phần của ván";
    "page.habits-bad" => "mistakes and blunders", "失着与败着", "失著與敗著", "sai lầm và sai lầm lớn";
    "page.habits-rate" => "a hundred moves", "每百着", "每百著", "mỗi trăm nước";
    "page.habits.by.kinds" => "What went wrong", "失误类型", "失誤類型", "Loại sai lầm";
    "page.habits.by.missed" => "Missed", "错过", "錯過", "Bỏ lỡ";
    "page.habits.by.allowed" => "Allowed", "遭到", "遭到", "Đã cho phép";
    "page.classes" => "Moves by class", "着法分类", "著法分類", "Nước đi theo loại";
    "page.head-class" => "class", "类别", "類別", "loại";
    "page.head-rule" => "win chance lost", "损失的胜率", "損失的勝率", "khả năng thắng bị mất";
    // The page of an analysis.
    "page.find" => "Find a game", "查找对局", "查找對局", "Tìm ván cờ";
    "page.chance" => "Win chance of Red", "红方胜率", "紅方勝率", "Khả năng thắng của Đỏ";
    "page.share" => "Red’s share of the points, percent", "红方预期得分（%）", "紅方預期得分（%）",
        "Phần điểm dự kiến của Đỏ, phần trăm";
    "page.line" => "Best line", "最佳变化", "最佳變化", "Biến tốt nhất";
    "page.mistakes" => "Mistakes", "问题着法", "問題著法", "Các sai lầm";
    "page.none" => "None.", "无。", "無。", "Không có.";
    "page.whose" => "Whose mistakes", "谁的着法", "誰的著法", "Sai lầm của bên nào";
    "page.whose-both" => "both sides", "双方", "雙方", "cả hai bên";
    "page.summary" => "Summary", "总结", "總結", "Tổng kết";
    "page.keys-analysis" =>
        "{engine} ({evaluation}), {limits} a position, {rules}. Keys: ← → Home End, ↑ ↓ mistakes, l learn from them, f turns the board, p changes the pieces.",
        "{engine}（{evaluation}），每个局面 {limits}，{rules}。按键：← → Home End，↑ ↓ 上一处、下一处问题着法，l 从错误中学习，f 翻转棋盘，p 更换棋子。",
        "{engine}（{evaluation}），每個局面 {limits}，{rules}。按鍵：← → Home End，↑ ↓ 上一處、下一處問題著法，l 從錯誤中學習，f 翻轉棋盤，p 更換棋子。",
        "{engine} ({evaluation}), {limits} mỗi thế cờ, {rules}. Phím: ← → Home End, ↑ ↓ các sai lầm, l học từ sai lầm, f lật bàn cờ, p đổi kiểu quân.";
    "page.head-result" => "result", "结果", "結果", "kết quả";
    "page.head-date" => "date", "日期", "日期", "ngày";
    "page.head-event" => "event", "赛事", "賽事", "giải đấu";
    "page.head-opening" => "opening", "开局", "開局", "khai cuộc";
    "page.head-red-accuracy" => "Red’s accuracy", "红方准确率", "紅方準確率", "Độ chính xác của Đỏ";
    "page.head-black-accuracy" => "Black’s accuracy", "黑方准确率", "黑方準確率",
        "Độ chính xác của Đen";
    "page.found" => "{n} of {count} {count|game|games}", "{n} / {count} 局", "{n} / {count} 局",
        "{n} trong {count} ván";
    "page.learn" => "Learn from the mistakes", "从错误中学习", "從錯誤中學習", "Học từ các sai lầm";
    "page.trial" => "Your moves: {moves}.", "您的着法：{moves}。", "您的著法：{moves}。",
        "Nước của bạn: {moves}.";
    "page.quiz.by.ask" => "{move} was played here ({grade}). Find a better move on the board.",
        "实战走了 {move}（{grade}）。请在棋盘上找出更好的着法。",
        "實戰走了 {move}（{grade}）。請在棋盤上找出更好的著法。",
        "Trong ván đã đi {move} ({grade}). Hãy tìm nước tốt hơn trên bàn cờ.";
    "page.quiz.by.right" => "The best move is {better}.", "最佳着法是 {better}。",
        "最佳著法是 {better}。", "Nước tốt nhất là {better}.";
    "page.quiz.by.good" => "{tried} is good as well. The engine’s first choice is {better}.",
        "{tried} 也是好着。引擎首选 {better}。", "{tried} 也是好著。引擎首選 {better}。",
        "{tried} cũng tốt. Lựa chọn đầu tiên của máy là {better}.";
    "page.quiz.by.engine-good" =>
        "{tried} is good as well, says the engine: it loses {chance} % of win chance. Its first choice is {better}.",
        "引擎认为 {tried} 也是好着：仅损失胜率 {chance}%。首选 {better}。",
        "引擎認為 {tried} 也是好著：僅損失勝率 {chance}%。首選 {better}。",
        "Máy cho rằng {tried} cũng tốt: mất {chance} % khả năng thắng. Lựa chọn đầu tiên là {better}.";
    "page.quiz.by.wrong" =>
        "{tried} loses {chance} % of win chance: {answer}. Take it back with ← and try again.",
        "{tried} 损失胜率 {chance}%：{answer}。请按 ← 退回再试。",
        "{tried} 損失勝率 {chance}%：{answer}。請按 ← 退回再試。",
        "{tried} mất {chance} % khả năng thắng: {answer}. Hãy lùi lại bằng ← và thử lần nữa.";
    "page.quiz.by.worse" =>
        "{tried} loses {chance} % of win chance or more. Take it back with ← and try again.",
        "{tried} 损失胜率 {chance}% 以上。请按 ← 退回再试。",
        "{tried} 損失勝率 {chance}% 以上。請按 ← 退回再試。",
        "{tried} mất từ {chance} % khả năng thắng. Hãy lùi lại bằng ← và thử lần nữa.";
    "page.quiz.by.unknown" =>
        "This report does not know what {tried} is worth. Take it back with ← and try another move.",
        "本报告没有 {tried} 的评价。请按 ← 退回，另试一着。",
        "本報告沒有 {tried} 的評價。請按 ← 退回，另試一著。",
        "Báo cáo này không biết {tried} ra sao. Hãy lùi lại bằng ← và thử nước khác.";
    "page.quiz.by.thinking" => "{tried}: the engine is thinking…", "{tried}：引擎思考中…",
        "{tried}：引擎思考中…", "{tried}: máy đang suy nghĩ…";
    "page.quiz.by.same" => "{move} is what was played. The answer is {answer}. Look for something else.",
        "{move} 正是实战的着法，对方应以 {answer}。请另找一着。",
        "{move} 正是實戰的著法，對方應以 {answer}。請另找一著。",
        "{move} chính là nước đã đi trong ván. Đối phương đáp {answer}. Hãy tìm nước khác.";
    "page.mate-names" => "The mate: {names}", "杀法：{names}", "殺法：{names}",
        "Thế chiếu hết: {names}";
    "page.missed-names" => "Missed: {names}", "错过：{names}", "錯過：{names}", "Bỏ lỡ: {names}";
    "page.allowed-names" => "Allows: {names}", "遭到：{names}", "遭到：{names}", "Cho phép: {names}";
    "page.quiz-solve" => "Show the best move", "显示最佳着法", "顯示最佳著法", "Hiện nước tốt nhất";
    "page.quiz-next" => "Next mistake", "下一处", "下一處", "Sai lầm tiếp theo";
    "page.quiz-end" => "Back to the game", "返回对局", "返回對局", "Trở lại ván cờ";
    "page.better" => "best: {move}", "应走 {move}", "應走 {move}", "tốt nhất: {move}";
    "page.played-better" => "Played {move} {mark} ({grade}, −{chance} %); best: {better}",
        "实走 {move} {mark}（{grade}，−{chance}%），应走 {better}",
        "實走 {move} {mark}（{grade}，−{chance}%），應走 {better}",
        "Đã đi {move} {mark} ({grade}, −{chance} %); tốt nhất: {better}";
    "page.score" => "{score} ({chance} % for Red, depth {depth})",
        "{score}（红方 {chance}%，深度 {depth}）", "{score}（紅方 {chance}%，深度 {depth}）",
        "{score} (Đỏ {chance} %, độ sâu {depth})";
    "page.written" => "Variations and comments of the file", "棋谱的变着与注释", "棋譜的變著與註釋",
        "Các biến và lời bình của tệp";
    "page.in-written" => "Move {n} of {count} of a variation of the file. ",
        "棋谱变着第 {n} 步，共 {count} 步。", "棋譜變著第 {n} 步，共 {count} 步。",
        "Nước {n} trong {count} của một biến trong tệp. ";
    "page.in-line" => "In the best line, move {n} of {count}. ",
        "最佳变化第 {n} 步，共 {count} 步。", "最佳變化第 {n} 步，共 {count} 步。",
        "Trong biến tốt nhất, nước {n} trong {count}. ";
    "page.escape" => "Esc returns to the game.", "按 Esc 返回对局。", "按 Esc 返回對局。",
        "Esc để trở lại ván cờ.";
    "page.over" => "The game is over.", "对局已结束。", "對局已結束。", "Ván cờ đã kết thúc.";
    "page.head-moves" => "moves", "着数", "著數", "số nước";
    "page.head-accuracy" => "accuracy", "准确率", "準確率", "độ chính xác";
    "page.phase-accuracy" => "{phase} accuracy", "{phase}准确率", "{phase}準確率",
        "độ chính xác {phase}";
    "page.head-cp" => "average loss, cp", "平均损失（分）", "平均損失（分）",
        "mất trung bình, cp";
    "page.head-chance" => "win chance lost", "胜率损失", "勝率損失", "mất khả năng thắng";
    // The page to play on.
    "page.play-title" => "Chuhe: play xiangqi", "楚河象棋", "楚河象棋", "Chuhe: chơi cờ tướng";
    "page.new-game" => "New game", "新对局", "新對局", "Ván mới";
    "page.you-play" => "You play", "执子", "執子", "Bạn cầm";
    "page.both" => "both sides", "双方", "雙方", "cả hai bên";
    "page.level" => "Level", "等级", "等級", "Cấp";
    "page.level-n" => "level {n}", "{n} 级", "{n} 級", "cấp {n}";
    "page.level-full" => "full strength", "最强", "最強", "mạnh nhất";
    "page.level-auto" => "as strong as you", "与您相当", "與您相當", "ngang sức bạn";
    "page.elo" => "{elo} ± {error}", "{elo} ± {error}", "{elo} ± {error}", "{elo} ± {error}";
    "page.elo-below" => "below {elo}", "低于 {elo}", "低於 {elo}", "dưới {elo}";
    "page.elo-above" => "above {elo}", "高于 {elo}", "高於 {elo}", "trên {elo}";
    "page.mine-first" => "Level {n} to begin with; the level follows your results.",
        "开始时为 {n} 级，之后随您的成绩调整。", "開始時為 {n} 級，之後隨您的成績調整。",
        "Bắt đầu ở cấp {n}; sau đó cấp thay đổi theo kết quả của bạn.";
    "page.mine" => "Your level: {elo} (games: {games}). This game: level {n}.",
        "您的水平：{elo}（局数：{games}）。本局：{n} 级。",
        "您的水準：{elo}（局數：{games}）。本局：{n} 級。",
        "Trình độ của bạn: {elo} (số ván: {games}). Ván này: cấp {n}.";
    "page.mine-next" => "Your level: {elo} (games: {games}). The next game: level {n}.",
        "您的水平：{elo}（局数：{games}）。下一局：{n} 级。",
        "您的水準：{elo}（局數：{games}）。下一局：{n} 級。",
        "Trình độ của bạn: {elo} (số ván: {games}). Ván sau: cấp {n}.";
    "page.mine-damaged" => "What this browser kept of your games cannot be read.",
        "本浏览器保存的成绩无法读取。", "本瀏覽器儲存的成績無法讀取。",
        "Không đọc được kết quả mà trình duyệt này đã lưu.";
    "page.unrated" => "This game does not count towards it.", "本局不计入。", "本局不計入。",
        "Ván này không được tính.";
    "page.forget" => "Forget my results", "清除我的成绩", "清除我的成績", "Xóa kết quả của tôi";
    "page.resign" => "Resign", "认输", "認輸", "Xin thua";
    "page.resigned" => "You have resigned.", "您已认输。", "您已認輸。", "Bạn đã xin thua.";
    "page.time" => "Time", "用时", "用時", "Thời gian";
    "page.seconds" => "{n} s", "{n} 秒", "{n} 秒", "{n} giây";
    "page.take-back" => "Take back", "悔棋", "悔棋", "Đi lại";
    "page.move-now" => "Move now", "立即走棋", "立即走棋", "Đi ngay";
    "page.play-analysis" => "Analysis", "分析", "分析", "Phân tích";
    "page.analyse" => "Analyse", "分析局面", "分析局面", "Phân tích";
    "page.line-count" => "Lines", "变化数", "變化數", "Số biến";
    "page.notation" => "Notation", "记谱", "記譜", "Ký hiệu";
    "page.file" => "FEN and PGN", "局面与棋谱", "局面與棋譜", "FEN và PGN";
    "page.file-hint" => "A FEN, moves in any notation, or a game as PGN",
        "FEN 局面、任何记法的着法或 PGN 棋谱", "FEN 局面、任何記法的著法或 PGN 棋譜",
        "Một FEN, các nước đi bằng ký hiệu bất kỳ, hoặc một ván PGN";
    "page.open-text" => "Open the text", "读入文本", "讀入文字", "Mở văn bản";
    "page.open-file" => "Open a file", "打开文件", "開啟檔案", "Mở tệp";
    "page.show-fen" => "FEN", "FEN", "FEN", "FEN";
    "page.show-pgn" => "PGN", "PGN", "PGN", "PGN";
    "page.save-pgn" => "Save PGN", "保存棋谱", "儲存棋譜", "Lưu PGN";
    "page.set-up" => "Set up a position", "摆局", "擺局", "Xếp thế cờ";
    "page.set-up-done" => "Done", "完成", "完成", "Xong";
    "page.set-up-hint" => "Choose a piece and click on points. {side} is to move.",
        "选择棋子，再点棋盘。轮到{side}走。", "選擇棋子，再點棋盤。輪到{side}走。",
        "Chọn quân rồi bấm vào các điểm. Đến lượt {side}.";
    "page.empty-board" => "Empty the board", "清空棋盘", "清空棋盤", "Xóa bàn cờ";
    "page.change-turn" => "Change the turn", "换先手", "換先手", "Đổi lượt đi";
    "page.remove-piece" => "Remove", "移除", "移除", "Bỏ quân";
    "page.review" => "Report", "对局报告", "對局報告", "Báo cáo";
    "page.review-now" => "Analyse the game", "分析全局", "分析全局", "Phân tích cả ván";
    "page.cancel" => "Cancel", "取消", "取消", "Hủy";
    "page.show-report" => "Show the report", "查看报告", "查看報告", "Xem báo cáo";
    "page.save-report" => "Save the report", "保存报告", "儲存報告", "Lưu báo cáo";
    "page.red-moves" => "Red to move", "红方走", "紅方走", "Đỏ đi";
    "page.black-moves" => "Black to move", "黑方走", "黑方走", "Đen đi";
    "page.in-check" => "Check!", "将军！", "將軍！", "Chiếu tướng!";
    "page.thinking" => "Chuhe is thinking…", "楚河思考中…", "楚河思考中…", "Chuhe đang suy nghĩ…";
    "page.figures" => "{nodes} {nodes|node|nodes}, {speed} thousand/s", "{nodes} 节点，每秒 {speed} 千",
        "{nodes} 節點，每秒 {speed} 千", "{nodes} nút, {speed} nghìn/giây";
    "page.keys-play" =>
        "{engine}. Everything happens in this browser; nothing is sent. Keys: ← → Home End, f turns the board, p changes the pieces.",
        "{engine}。一切计算均在本浏览器中进行，不发送任何数据。按键：← → Home End，f 翻转棋盘，p 更换棋子。",
        "{engine}。一切計算均在本瀏覽器中進行，不傳送任何資料。按鍵：← → Home End，f 翻轉棋盤，p 更換棋子。",
        "{engine}. Mọi tính toán diễn ra trong trình duyệt này; không gửi gì đi. Phím: ← → Home End, f lật bàn cờ, p đổi kiểu quân.";
    // The page of a match.
    "page.result" => "Result", "结果", "結果", "Kết quả";
    "page.points" => "points", "得分", "得分", "điểm";
    "page.games" => "games", "局数", "局數", "số ván";
    "page.ms-move" => "ms/move", "毫秒/着", "毫秒/著", "ms/nước";
    "page.head-depth" => "depth", "深度", "深度", "độ sâu";
    "page.speed" => "nodes/s", "节点/秒", "節點/秒", "nút/giây";
    "page.failed" => "failed", "故障", "故障", "sự cố";
    "page.los" => "likelihood of superiority", "更强的可能性", "更強的可能性", "khả năng mạnh hơn";
    "page.test" => "the test", "检验", "檢驗", "kiểm định";
    "page.open" => "open", "未定", "未定", "chưa ngã ngũ";
    "page.pairs" => "pairs by points, 0 to 2", "按得分计的对数（0 至 2）",
        "按得分計的對數（0 至 2）", "số cặp theo điểm, 0 đến 2";
    "page.elo-curve" => "Elo over the games", "等级分差随局数的变化", "等級分差隨局數的變化",
        "Elo theo số ván";
    "page.against" => "{a} against {b}, with 95 %", "{a} 对 {b}，95% 置信区间",
        "{a} 對 {b}，95% 信賴區間", "{a} gặp {b}, với 95 %";
    "page.llr-curve" => "Sequential test: LLR over the games", "序贯检验：对数似然比",
        "序貫檢驗：對數似然比", "Kiểm định tuần tự: LLR theo số ván";
    "page.h1" => "H1, the gain, is accepted above", "高于此线接受 H1（有增强）",
        "高於此線接受 H1（有增強）", "trên mức này chấp nhận H1 (mạnh hơn)";
    "page.h0" => "H0 is accepted below", "低于此线接受 H0", "低於此線接受 H0",
        "dưới mức này chấp nhận H0";
    "page.time-curve" => "Time a move, ms", "每着用时（毫秒）", "每著用時（毫秒）",
        "Thời gian mỗi nước, ms";
    "page.depth-curve" => "Depth", "深度", "深度", "Độ sâu";
    "page.one-game" => "game", "局", "局", "ván";
    "page.by-opening" => "Score of {name} by opening", "{name} 各开局得分", "{name} 各開局得分",
        "Điểm của {name} theo khai cuộc";
    "page.of" => "{n} of {count}", "{n} / {count}", "{n} / {count}", "{n} trong {count}";
    "page.endings" => "Endings", "结束方式", "結束方式", "Cách kết thúc";
    "page.list" => "Games", "对局", "對局", "Các ván";
    "page.which" => "Which games", "选择对局", "選擇對局", "Chọn ván";
    "page.crosstable" => "Crosstable", "循环成绩表", "循環成績表", "Bảng điểm vòng tròn";
    "page.so-far" => "{n} of {count} {count|game|games} so far.", "已完成 {n} 局，共 {count} 局。",
        "已完成 {n} 局，共 {count} 局。", "Đến nay {n} trong {count} ván.";
    "page.interrupted" => "Interrupted after {n} of {count} {count|game|games}.",
        "已中断：完成 {n} 局，共 {count} 局。", "已中斷：完成 {n} 局，共 {count} 局。",
        "Bị ngắt sau {n} trong {count} ván.";
    "page.given-up" =>
        "This page was last written at {time} and no longer loads itself again; the work was probably broken off.",
        "本页最后写于 {time}，工作可能已经中断，因此不再自动刷新。",
        "本頁最後寫於 {time}，工作可能已經中斷，因此不再自動重新整理。",
        "Trang này được ghi lần cuối lúc {time} và không tự tải lại nữa; có lẽ công việc đã bị ngắt.";
    "page.unjudged" =>
        "○ {n} {n|move looks|moves look} bad, but the searches were too shallow to say so: {n|it has|they have} no part in accuracy and losses.",
        "○ {n} 着似有问题，但搜索深度不足，不予评判，也不计入准确率和损失。",
        "○ {n} 著似有問題，但搜索深度不足，不予評判，也不計入準確率和損失。",
        "○ {n} nước có vẻ kém, nhưng tìm kiếm quá nông nên không đánh giá: không tính vào độ chính xác và phần mất.";
    "page.unjudged-move" => "searched too shallowly to be judged", "搜索深度不足，未予评判",
        "搜索深度不足，未予評判", "tìm kiếm quá nông nên không đánh giá";
    "page.all" => "all games", "全部对局", "全部對局", "mọi ván";
    "page.ended-by" => "ended by", "结束原因", "結束原因", "kết thúc do";
    "page.plies" => "plies", "步数", "步數", "số nước";
    "page.scores" => "Scores, Red’s view", "评分（红方）", "評分（紅方）",
        "Điểm đánh giá, theo phía Đỏ";
    "page.seed" => "seed {n}", "随机种子 {n}", "隨機種子 {n}", "hạt giống ngẫu nhiên {n}";
    "page.keys-match" => "{engine}. Keys: ← → Home End, f turns the board, p changes the pieces.",
        "{engine}。按键：← → Home End，f 翻转棋盘，p 更换棋子。",
        "{engine}。按鍵：← → Home End，f 翻轉棋盤，p 更換棋子。",
        "{engine}. Phím: ← → Home End, f lật bàn cờ, p đổi kiểu quân.";
    "page.game-number" => "Game {n}: ", "第 {n} 局：", "第 {n} 局：", "Ván {n}: ";
    "page.ply-of" => "ply {n} of {count}", "第 {n} 步，共 {count} 步", "第 {n} 步，共 {count} 步",
        "nước {n} trong {count}";
    "page.n-plies" => "{n} {n|ply|plies}", "{n} 步", "{n} 步", "{n} nước";
    // Databases of games.
    "page.explore-title" => "Games by their moves", "棋谱浏览", "棋譜瀏覽", "Các ván theo nước đi";
    "page.explore-total" => "{n} {n|game|games}; {positions} {positions|position|positions} and {games} {games|game|games} are on this page",
        "共 {n} 局；本页有 {positions} 个局面、{games} 局", "共 {n} 局；本頁有 {positions} 個局面、{games} 局",
        "{n} ván; trang này có {positions} thế cờ và {games} ván";
    "page.explore-moves" => "What was played here", "此局面的着法", "此局面的著法",
        "Các nước đã đi ở đây";
    "page.explore-results" => "Red wins, draws, Black wins", "红胜、和、黑胜", "紅勝、和、黑勝",
        "Đỏ thắng, hòa, Đen thắng";
    "page.explore-variations" => "in variations", "变着", "變著", "trong các biến";
    "page.explore-years" => "years", "年份", "年份", "năm";
    "page.explore-date" => "Date", "日期", "日期", "Ngày";
    "page.explore-event" => "Event", "赛事", "賽事", "Giải đấu";
    "page.explore-all" => "all", "合计", "合計", "tất cả";
    "page.explore-unknown" => "This page does not know this position.", "本页没有这个局面。",
        "本頁沒有這個局面。", "Trang này không có thế cờ này.";
    "page.explore-end" => "No game went on from here.", "没有棋谱从这里继续。", "沒有棋譜從這裡繼續。",
        "Không ván nào đi tiếp từ đây.";
};
