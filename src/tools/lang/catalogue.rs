//! Every text that is written in several languages: a key, and the text in English, in
//! simplified and in traditional Chinese. A test compares the keys with those that the
//! sources ask for. Keys that begin with `page.` belong to the scripts of pages; keys with
//! `.by.` end in the name of a value.

/// The catalogue.
pub const TEXTS: &[(&str, [&str; 3])] = &[
    // Sides and pieces.
    ("side.by.red", ["red", "红方", "紅方"]),
    ("side.by.black", ["black", "黑方", "黑方"]),
    ("side.mover", ["the side to move", "走子方", "走子方"]),
    ("side.either", ["a side", "一方", "一方"]),
    ("piece.by.red.king", ["king", "帅", "帥"]),
    ("piece.by.red.advisor", ["advisor", "仕", "仕"]),
    ("piece.by.red.bishop", ["bishop", "相", "相"]),
    ("piece.by.red.knight", ["knight", "马", "馬"]),
    ("piece.by.red.rook", ["rook", "车", "車"]),
    ("piece.by.red.cannon", ["cannon", "炮", "炮"]),
    ("piece.by.red.pawn", ["pawn", "兵", "兵"]),
    ("piece.by.black.king", ["king", "将", "將"]),
    ("piece.by.black.advisor", ["advisor", "士", "士"]),
    ("piece.by.black.bishop", ["bishop", "象", "象"]),
    ("piece.by.black.knight", ["knight", "马", "馬"]),
    ("piece.by.black.rook", ["rook", "车", "車"]),
    ("piece.by.black.cannon", ["cannon", "炮", "砲"]),
    ("piece.by.black.pawn", ["pawn", "卒", "卒"]),
    // Verdicts.
    ("judge.none", ["the game goes on", "对局继续", "對局繼續"]),
    ("judge.checkmate", ["{side} is mated", "{side}被将死", "{side}被將死"]),
    ("judge.stalemate", ["{side} has no legal move", "{side}困毙", "{side}困斃"]),
    ("judge.check", ["{side} gives check with every move", "{side}长将", "{side}長將"]),
    (
        "judge.chase",
        [
            "{side} chases the {piece} on {square} with every move",
            "{side}长捉 {square} 的{piece}",
            "{side}長捉 {square} 的{piece}",
        ],
    ),
    (
        "judge.chase-one",
        ["{side} chases one piece with every move", "{side}长捉一子", "{side}長捉一子"],
    ),
    ("judge.attack", ["{side} attacks with every move", "{side}长打", "{side}長打"]),
    ("judge.mutual-check", ["both sides give check with every move", "双方长将", "雙方長將"]),
    ("judge.mutual-chase", ["both sides chase with every move", "双方长捉", "雙方長捉"]),
    (
        "judge.repetition",
        ["repetition without a forbidden attack", "双方不变，均无犯例", "雙方不變，均無犯例"],
    ),
    ("judge.limit", ["too many plies without a capture", "达到自然限着", "達到自然限著"]),
    ("judge.material", ["neither side can mate", "双方均无取胜可能", "雙方均無取勝可能"]),
    (
        "judge.open",
        [
            "no immediate score: {reason}, but the loop may still be left",
            "尚不判定：{reason}，但仍可变着",
            "尚不判定：{reason}，但仍可變著",
        ],
    ),
    // Analyses.
    ("grade.by.inaccuracy", ["inaccuracy", "缓手", "緩手"]),
    ("grade.by.mistake", ["mistake", "失着", "失著"]),
    ("grade.by.blunder", ["blunder", "败着", "敗著"]),
    ("analyze.best", ["Best", "最佳", "最佳"]),
    ("analyze.then-best", ["Then best", "其后最佳", "其後最佳"]),
    ("analyze.depth", ["depth", "深度", "深度"]),
    ("analyze.better", ["best:", "应走", "應走"]),
    (
        "analyze.side",
        [
            "{name}: {n} moves, accuracy {accuracy} %, average loss {cp} cp ({chance} %); \
             inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
            "{name}：{n} 着，准确率 {accuracy}%，平均损失 {cp} 厘兵（胜率 {chance}%）；\
             缓手 {inaccuracies}，失着 {mistakes}，败着 {blunders}",
            "{name}：{n} 著，準確率 {accuracy}%，平均損失 {cp} 釐兵（勝率 {chance}%）；\
             緩手 {inaccuracies}，失著 {mistakes}，敗著 {blunders}",
        ],
    ),
    (
        "analyze.side.one",
        [
            "{name}: 1 move, accuracy {accuracy} %, average loss {cp} cp ({chance} %); \
             inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
            "{name}：1 着，准确率 {accuracy}%，平均损失 {cp} 厘兵（胜率 {chance}%）；\
             缓手 {inaccuracies}，失着 {mistakes}，败着 {blunders}",
            "{name}：1 著，準確率 {accuracy}%，平均損失 {cp} 釐兵（勝率 {chance}%）；\
             緩手 {inaccuracies}，失著 {mistakes}，敗著 {blunders}",
        ],
    ),
    (
        "analyze.shallow",
        [
            "{n} more moves look bad, but the searches were too shallow to say so",
            "另有 {n} 着似有问题，但搜索深度不足，不予评判",
            "另有 {n} 著似有問題，但搜索深度不足，不予評判",
        ],
    ),
    (
        "analyze.shallow.one",
        [
            "{n} more move looks bad, but the searches were too shallow to say so",
            "另有 {n} 着似有问题，但搜索深度不足，不予评判",
            "另有 {n} 著似有問題，但搜索深度不足，不予評判",
        ],
    ),
    (
        "analyze.lost",
        ["{name}: {chance} % lost", "{name}：胜率下降 {chance}%", "{name}：勝率下降 {chance}%"],
    ),
    ("analyze.red", ["Red", "红方", "紅方"]),
    ("analyze.black", ["Black", "黑方", "黑方"]),
    ("analyze.title", ["Analysis", "对局分析", "對局分析"]),
    // Openings.
    (
        "page.opening.by.screen-horses",
        ["Central Cannon v Screen Horses", "中炮对屏风马", "中炮對屏風馬"],
    ),
    (
        "page.opening.by.sandwiched-horses",
        ["Central Cannon v Sandwiched Horses", "中炮对反宫马", "中炮對反宮馬"],
    ),
    (
        "page.opening.by.half-screen-horse",
        ["Central Cannon v Single-Raised Horse", "中炮对单提马", "中炮對單提馬"],
    ),
    (
        "page.opening.by.three-step-tiger",
        ["Central Cannon v Three-Step Tiger", "中炮对三步虎", "中炮對三步虎"],
    ),
    ("page.opening.by.same-cannons", ["Same Direction Cannons", "顺炮", "順炮"]),
    ("page.opening.by.opposite-cannons", ["Opposite Direction Cannons", "列炮", "列炮"]),
    ("page.opening.by.central-cannon", ["Central Cannon", "中炮局", "中炮局"]),
    ("page.opening.by.elephant", ["Elephant Opening", "飞相局", "飛相局"]),
    ("page.opening.by.pawn", ["Pawn Opening", "仙人指路", "仙人指路"]),
    (
        "page.opening.by.pawn-cannon-behind",
        ["Pawn Opening v Cannon behind the Pawn", "仙人指路对卒底炮", "仙人指路對卒底炮"],
    ),
    ("page.opening.by.pawn-pawn", ["Pawn v Pawn", "对兵局", "對兵局"]),
    ("page.opening.by.cross-palace", ["Cross-Palace Cannon", "过宫炮", "過宮炮"]),
    ("page.opening.by.corner-cannon", ["Palace-Corner Cannon", "士角炮", "士角炮"]),
    ("page.opening.by.horse", ["Horse Opening", "起马局", "起馬局"]),
    ("page.opening.by.edge-horse", ["Edge Horse Opening", "边马局", "邊馬局"]),
    // Games on the terminal.
    (
        "play.welcome",
        [
            "Type a move, such as C2.5 or h2e2, or help.",
            "请输入着法，如 炮二平五、C2.5 或 h2e2；输入 帮助 查看命令。",
            "請輸入著法，如 炮二平五、C2.5 或 h2e2；輸入 幫助 查看命令。",
        ],
    ),
    (
        "play.help",
        [
            "A move in any notation; hint, undo, moves, flip, resign, save FILE, quit.",
            "任何记法的着法；提示、悔棋、着法、翻转、认输、保存 文件、退出。",
            "任何記法的著法；提示、悔棋、著法、翻轉、認輸、保存 檔案、退出。",
        ],
    ),
    ("play.engine", ["Chuhe plays {move}", "楚河走 {move}", "楚河走 {move}"]),
    ("play.hint", ["Hint: {move}", "提示：{move}", "提示：{move}"]),
    ("play.no-undo", ["There is nothing to take back.", "没有可悔的着法。", "沒有可悔的著法。"]),
    ("play.you", ["You", "您", "您"]),
    // Boards of all pages.
    ("page.board", ["Board", "棋盘", "棋盤"]),
    ("page.position", ["Position", "局面", "局面"]),
    ("page.start", ["Start (Home)", "开局 (Home)", "開局 (Home)"]),
    ("page.back", ["Back (←)", "后退 (←)", "後退 (←)"]),
    ("page.forward", ["Forward (→)", "前进 (→)", "前進 (→)"]),
    ("page.end", ["End", "终局 (End)", "終局 (End)"]),
    ("page.flip", ["Turn the board (f)", "翻转棋盘 (f)", "翻轉棋盤 (f)"]),
    ("page.faces", ["Characters or letters (p)", "汉字或字母 (p)", "漢字或字母 (p)"]),
    ("page.no-moves", ["No moves.", "没有着法。", "沒有著法。"]),
    ("page.red", ["Red", "红方", "紅方"]),
    ("page.black", ["Black", "黑方", "黑方"]),
    ("page.moves", ["Moves", "着法", "著法"]),
    ("page.ply", ["ply", "步", "步"]),
    ("page.depth", ["depth {n}", "深度 {n}", "深度 {n}"]),
    ("page.inaccuracy", ["inaccuracy", "缓手", "緩手"]),
    ("page.mistake", ["mistake", "失着", "失著"]),
    ("page.blunder", ["blunder", "败着", "敗著"]),
    // The page of an analysis.
    ("page.game", ["Game", "对局", "對局"]),
    ("page.find", ["Find a game", "查找对局", "查找對局"]),
    ("page.chance", ["Win chance of Red", "红方胜率", "紅方勝率"]),
    (
        "page.share",
        ["Red’s share of the points, percent", "红方预期得分（%）", "紅方預期得分（%）"],
    ),
    ("page.line", ["Best line", "最佳变化", "最佳變化"]),
    ("page.mistakes", ["Mistakes", "问题着法", "問題著法"]),
    ("page.none", ["None.", "无。", "無。"]),
    ("page.summary", ["Summary", "总结", "總結"]),
    (
        "page.keys-analysis",
        [
            "{engine} ({evaluation}), {limits} a position, {rules}. Keys: ← → Home End, ↑ ↓ mistakes, f turns the board, p changes the pieces.",
            "{engine}（{evaluation}），每个局面 {limits}，{rules}。按键：← → Home End，↑ ↓ 上一处、下一处问题着法，f 翻转棋盘，p 更换棋子。",
            "{engine}（{evaluation}），每個局面 {limits}，{rules}。按鍵：← → Home End，↑ ↓ 上一處、下一處問題著法，f 翻轉棋盤，p 更換棋子。",
        ],
    ),
    ("page.better", ["best: {move}", "应走 {move}", "應走 {move}"]),
    (
        "page.played-better",
        [
            "Played {move} {mark} ({grade}, −{chance} %); best: {better}",
            "实走 {move} {mark}（{grade}，−{chance}%），应走 {better}",
            "實走 {move} {mark}（{grade}，−{chance}%），應走 {better}",
        ],
    ),
    (
        "page.score",
        [
            "{score} ({chance} % for Red, depth {depth})",
            "{score}（红方 {chance}%，深度 {depth}）",
            "{score}（紅方 {chance}%，深度 {depth}）",
        ],
    ),
    (
        "page.in-line",
        [
            "In the best line, move {n} of {count}. ",
            "最佳变化第 {n} 步，共 {count} 步。",
            "最佳變化第 {n} 步，共 {count} 步。",
        ],
    ),
    ("page.escape", ["Esc returns to the game.", "按 Esc 返回对局。", "按 Esc 返回對局。"]),
    ("page.over", ["The game is over.", "对局已结束。", "對局已結束。"]),
    ("page.head-moves", ["moves", "着数", "著數"]),
    ("page.head-accuracy", ["accuracy", "准确率", "準確率"]),
    ("page.head-cp", ["average loss, cp", "平均损失（厘兵）", "平均損失（釐兵）"]),
    ("page.head-chance", ["win chance lost", "胜率损失", "勝率損失"]),
    // The page of a match.
    ("page.result", ["Result", "结果", "結果"]),
    ("page.points", ["points", "得分", "得分"]),
    ("page.games", ["games", "局数", "局數"]),
    ("page.ms-move", ["ms/move", "毫秒/着", "毫秒/著"]),
    ("page.head-depth", ["depth", "深度", "深度"]),
    ("page.speed", ["nodes/s", "节点/秒", "節點/秒"]),
    ("page.failed", ["failed", "故障", "故障"]),
    ("page.los", ["likelihood of superiority", "更强的可能性", "更強的可能性"]),
    ("page.test", ["the test", "检验", "檢驗"]),
    ("page.open", ["open", "未定", "未定"]),
    (
        "page.pairs",
        ["pairs by points, 0 to 2", "按得分计的对数（0 至 2）", "按得分計的對數（0 至 2）"],
    ),
    ("page.elo-curve", ["Elo over the games", "等级分差随局数的变化", "等級分差隨局數的變化"]),
    (
        "page.against",
        ["{a} against {b}, with 95 %", "{a} 对 {b}，95% 置信区间", "{a} 對 {b}，95% 信賴區間"],
    ),
    (
        "page.llr-curve",
        ["Sequential test: LLR over the games", "序贯检验：对数似然比", "序貫檢驗：對數似然比"],
    ),
    (
        "page.h1",
        [
            "H1, the gain, is accepted above",
            "高于此线接受 H1（有增强）",
            "高於此線接受 H1（有增強）",
        ],
    ),
    ("page.h0", ["H0 is accepted below", "低于此线接受 H0", "低於此線接受 H0"]),
    ("page.time-curve", ["Time a move, ms", "每着用时（毫秒）", "每著用時（毫秒）"]),
    ("page.depth-curve", ["Depth", "深度", "深度"]),
    ("page.one-game", ["game", "局", "局"]),
    ("page.by-opening", ["Score of {name} by opening", "{name} 各开局得分", "{name} 各開局得分"]),
    ("page.of", ["{n} of {count}", "{n} / {count}", "{n} / {count}"]),
    ("page.endings", ["Endings", "结束方式", "結束方式"]),
    ("page.list", ["Games", "对局", "對局"]),
    ("page.which", ["Which games", "选择对局", "選擇對局"]),
    ("page.crosstable", ["Crosstable", "循环成绩表", "循環成績表"]),
    ("page.player", ["player", "棋手", "棋手"]),
    (
        "page.so-far",
        [
            "{n} of {count} games so far.",
            "已完成 {n} 局，共 {count} 局。",
            "已完成 {n} 局，共 {count} 局。",
        ],
    ),
    ("page.all", ["all games", "全部对局", "全部對局"]),
    ("page.ended-by", ["ended by", "结束原因", "結束原因"]),
    ("page.plies", ["plies", "步数", "步數"]),
    ("page.scores", ["Scores, Red’s view", "评分（红方）", "評分（紅方）"]),
    ("page.seed", ["seed {n}", "随机种子 {n}", "隨機種子 {n}"]),
    (
        "page.keys-match",
        [
            "{engine}. Keys: ← → Home End, f turns the board, p changes the pieces.",
            "{engine}。按键：← → Home End，f 翻转棋盘，p 更换棋子。",
            "{engine}。按鍵：← → Home End，f 翻轉棋盤，p 更換棋子。",
        ],
    ),
    ("page.game-number", ["Game {n}: ", "第 {n} 局：", "第 {n} 局："]),
    ("page.ply-of", ["ply {n} of {count}", "第 {n} 步，共 {count} 步", "第 {n} 步，共 {count} 步"]),
    ("page.n-plies", ["{n} plies", "{n} 步", "{n} 步"]),
];
