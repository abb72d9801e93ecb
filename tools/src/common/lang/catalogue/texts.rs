//! What tools print.

use super::Entry;

/// Texts by their keys.
pub const TEXTS: &[Entry] = entries! {
    // Sides and pieces.
    "side.by.red" => "red", "红方", "紅方";
    "side.by.black" => "black", "黑方", "黑方";
    "side.mover" => "the side to move", "走子方", "走子方";
    "side.either" => "a side", "一方", "一方";
    "piece.by.red.king" => "king", "帅", "帥";
    "piece.by.red.advisor" => "advisor", "仕", "仕";
    "piece.by.red.bishop" => "bishop", "相", "相";
    "piece.by.red.knight" => "knight", "马", "馬";
    "piece.by.red.rook" => "rook", "车", "車";
    "piece.by.red.cannon" => "cannon", "炮", "炮";
    "piece.by.red.pawn" => "pawn", "兵", "兵";
    "piece.by.black.king" => "king", "将", "將";
    "piece.by.black.advisor" => "advisor", "士", "士";
    "piece.by.black.bishop" => "bishop", "象", "象";
    "piece.by.black.knight" => "knight", "马", "馬";
    "piece.by.black.rook" => "rook", "车", "車";
    "piece.by.black.cannon" => "cannon", "炮", "砲";
    "piece.by.black.pawn" => "pawn", "卒", "卒";
    // Verdicts.
    "judge.none" => "the game goes on", "对局继续", "對局繼續";
    "judge.checkmate" => "{side} is mated", "{side}被将死", "{side}被將死";
    "judge.stalemate" => "{side} has no legal move", "{side}困毙", "{side}困斃";
    "judge.check" => "{side} gives check with every move", "{side}长将", "{side}長將";
    "judge.chase" => "{side} chases the {piece} on {square} with every move",
        "{side}长捉 {square} 的{piece}", "{side}長捉 {square} 的{piece}";
    "judge.chase-one" => "{side} chases one piece with every move", "{side}长捉一子",
        "{side}長捉一子";
    "judge.attack" => "{side} attacks with every move", "{side}长打", "{side}長打";
    "judge.mutual-check" => "both sides give check with every move", "双方长将", "雙方長將";
    "judge.mutual-chase" => "both sides chase with every move", "双方长捉", "雙方長捉";
    "judge.repetition" => "repetition without a forbidden attack", "双方不变，均无犯例",
        "雙方不變，均無犯例";
    "judge.limit" => "too many plies without a capture", "达到自然限着", "達到自然限著";
    "judge.material" => "neither side can mate", "双方均无取胜可能", "雙方均無取勝可能";
    "judge.open" => "no immediate score: {reason}, but the loop may still be left",
        "尚不判定：{reason}，但仍可变着", "尚不判定：{reason}，但仍可變著";
    // Analyses.
    "grade.by.inaccuracy" => "inaccuracy", "缓手", "緩手";
    "grade.by.mistake" => "mistake", "失着", "失著";
    "grade.by.blunder" => "blunder", "败着", "敗著";
    "analyze.best" => "Best", "最佳", "最佳";
    "analyze.then-best" => "Then best", "其后最佳", "其後最佳";
    "analyze.depth" => "depth", "深度", "深度";
    "analyze.better" => "best:", "应走", "應走";
    "analyze.percent" => "{n} %", "{n}%", "{n}%";
    "analyze.side" =>
        "{name}: {n} moves, accuracy {accuracy}, average loss {cp} cp ({chance}); inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
        "{name}：{n} 着，准确率 {accuracy}，平均损失 {cp} 厘兵（胜率 {chance}）；缓手 {inaccuracies}，失着 {mistakes}，败着 {blunders}",
        "{name}：{n} 著，準確率 {accuracy}，平均損失 {cp} 釐兵（勝率 {chance}）；緩手 {inaccuracies}，失著 {mistakes}，敗著 {blunders}";
    "analyze.side.one" =>
        "{name}: 1 move, accuracy {accuracy}, average loss {cp} cp ({chance}); inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}",
        "{name}：1 着，准确率 {accuracy}，平均损失 {cp} 厘兵（胜率 {chance}）；缓手 {inaccuracies}，失着 {mistakes}，败着 {blunders}",
        "{name}：1 著，準確率 {accuracy}，平均損失 {cp} 釐兵（勝率 {chance}）；緩手 {inaccuracies}，失著 {mistakes}，敗著 {blunders}";
    "analyze.phase" => "{phase} ({n}): accuracy {accuracy}, average loss {cp} cp",
        "{phase} {n} 着，准确率 {accuracy}，平均损失 {cp} 厘兵",
        "{phase} {n} 著，準確率 {accuracy}，平均損失 {cp} 釐兵";
    "limit.by.ms" => "{n} ms", "{n} 毫秒", "{n} 毫秒";
    "limit.by.move" => "{n} s/move", "每着 {n} 秒", "每著 {n} 秒";
    "limit.by.depth" => "depth {n}", "深度 {n}", "深度 {n}";
    "limit.by.nodes" => "{n} nodes", "{n} 节点", "{n} 節點";
    "list.separator" => "; ", "；", "；";
    "analyze.shallow" =>
        "{n} more moves look bad, but the searches were too shallow to say so: they count for nothing",
        "另有 {n} 着似有问题，但搜索深度不足，不予评判，也不计入准确率和损失",
        "另有 {n} 著似有問題，但搜索深度不足，不予評判，也不計入準確率和損失";
    "analyze.shallow.one" =>
        "{n} more move looks bad, but the searches were too shallow to say so: it counts for nothing",
        "另有 {n} 着似有问题，但搜索深度不足，不予评判，也不计入准确率和损失",
        "另有 {n} 著似有問題，但搜索深度不足，不予評判，也不計入準確率和損失";
    "analyze.lost" => "{name}: {chance} % lost", "{name}：胜率下降 {chance}%",
        "{name}：勝率下降 {chance}%";
    "analyze.red" => "Red", "红方", "紅方";
    "analyze.black" => "Black", "黑方", "黑方";
    "analyze.title" => "Analysis", "对局分析", "對局分析";
    // Matches.
    "match.seed" => "seed {n}", "随机种子 {n}", "隨機種子 {n}";
    "match.results" => "Results of {a} vs {b} ({limits}, {details}):",
        "{a} 对 {b} 的结果（{limits}，{details}）：", "{a} 對 {b} 的結果（{limits}，{details}）：";
    "match.elo" => "Elo: {elo}, nElo: {nelo}", "等级分差（Elo）：{elo}，归一化（nElo）：{nelo}",
        "等級分差（Elo）：{elo}，歸一化（nElo）：{nelo}";
    "match.los" => "LOS: {los} %, DrawRatio: {drawn} %", "更强的可能性：{los}%，持平率：{drawn}%",
        "更強的可能性：{los}%，持平率：{drawn}%";
    "match.pairs-ratio" => ", PairsRatio: {ratio}", "，胜负对数比：{ratio}",
        "，勝負對數比：{ratio}";
    "match.games" =>
        "Games: {n}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points} ({percent} %)",
        "局数：{n}，胜 {wins}，负 {losses}，和 {draws}，得分 {points}（{percent}%）",
        "局數：{n}，勝 {wins}，負 {losses}，和 {draws}，得分 {points}（{percent}%）";
    "match.pairs" => "Ptnml(0-2): {pairs}, WL/DD Ratio: {level}",
        "按得分计的对数（0 至 2）：{pairs}，一胜一负与两和之比：{level}",
        "按得分計的對數（0 至 2）：{pairs}，一勝一負與兩和之比：{level}";
    "match.llr" => "LLR: {numbers}{verdict}", "对数似然比：{numbers}{verdict}",
        "對數似然比：{numbers}{verdict}";
    "match.accepted" => " - H1 was accepted", "，接受 H1", "，接受 H1";
    "match.rejected" => " - H0 was accepted", "，接受 H0", "，接受 H0";
    "match.above" => "above {n}", "高于 {n}", "高於 {n}";
    "match.below" => "below {n}", "低于 {n}", "低於 {n}";
    "match.unknown" => "unknown", "未知", "未知";
    "match.title" => "Chuhe match", "楚河引擎比赛", "楚河引擎比賽";
    "match.opening" => "No. {n}", "第 {n} 号", "第 {n} 號";
    "match.rank" => "Rank", "名次", "名次";
    "match.engine" => "Engine", "引擎", "引擎";
    "match.rating" => "Elo", "等级分", "等級分";
    "match.points" => "Points", "得分", "得分";
    "match.count" => "Games", "局数", "局數";
    "match.speed" => "Nodes/s", "节点/秒", "節點/秒";
    "match.depth" => "Depth", "深度", "深度";
    "match.time" => "ms/move", "毫秒/着", "毫秒/著";
    "match.moves" => "Moves", "着数", "著數";
    "match.over" => "Over ms", "超时毫秒", "超時毫秒";
    "match.odd" => "Odd", "异常", "異常";
    "match.forfeits" => "Forfeits", "判负", "判負";
    "match.none" => "none", "无", "無";
    "match.endings" => "Endings: {list}", "结束方式：{list}", "結束方式：{list}";
    "match.sides" => "Red won {red}, drawn {drawn}, Black won {black}; {plies} plies a game",
        "红胜 {red}，和 {drawn}，黑胜 {black}；每局 {plies} 步",
        "紅勝 {red}，和 {drawn}，黑勝 {black}；每局 {plies} 步";
    "match.played" => "; {n} games in {time}", "；{n} 局用时 {time}", "；{n} 局用時 {time}";
    "match.played.one" => "; {n} game in {time}", "；{n} 局用时 {time}", "；{n} 局用時 {time}";
    "match.repeats" =>
        "Repeated games: {n} ({share} %), which prove nothing; the error bars are too small",
        "重复的对局：{n}（{share}%），不能说明任何问题，误差范围因此偏小",
        "重複的對局：{n}（{share}%），不能說明任何問題，誤差範圍因此偏小";
    "match.runner" => "Runner: {cost} s of processor time, {share} % of one core",
        "比赛程序：处理器时间 {cost} 秒，占一个核心的 {share}%",
        "比賽程式：處理器時間 {cost} 秒，佔一個核心的 {share}%";
    "list.comma" => ", ", "，", "，";
    // Games on the terminal.
    "play.welcome" => "Type a move, such as C2.5 or h2e2, or help.",
        "请输入着法，如 炮二平五、C2.5 或 h2e2；输入 帮助 查看命令。",
        "請輸入著法，如 炮二平五、C2.5 或 h2e2；輸入 幫助 查看命令。";
    "play.help" =>
        "A move in any notation; hint, undo, moves, board, flip, level N, resign, save [FILE], quit.",
        "任何记法的着法；提示、悔棋、着法、棋盘、翻转、等级 N、认输、保存 [文件]、退出。",
        "任何記法的著法；提示、悔棋、著法、棋盤、翻轉、等級 N、認輸、儲存 [檔案]、退出。";
    "play.check" => "Check!", "将军！", "將軍！";
    "play.level" => "Level {n} of 0 to {most}", "等级 {n}（0 至 {most}）", "等級 {n}（0 至 {most}）";
    "play.engine-name" => "Chuhe level {n}", "楚河 {n} 级", "楚河 {n} 級";
    "play.engine" => "Chuhe plays {move}", "楚河走 {move}", "楚河走 {move}";
    "play.hint" => "Hint: {move}", "提示：{move}", "提示：{move}";
    "play.no-undo" => "There is nothing to take back.", "没有可悔的着法。", "沒有可悔的著法。";
    "play.times" => "Red {red}, Black {black}", "红方 {red}，黑方 {black}",
        "紅方 {red}，黑方 {black}";
    "play.time" => "Out of time: {side}. {result}", "{side}超时。{result}", "{side}超時。{result}";
    "play.resigned" => "Resigned: {side}. {result}", "{side}认输。{result}", "{side}認輸。{result}";
    "play.you" => "You", "您", "您";
    "play.saved" => "Saved as {path}", "已保存为 {path}", "已儲存為 {path}";
    // Suites of positions and mates.
    "progress.positions" => "{wide_bar} {pos}/{len} positions, {eta} left",
        "{wide_bar} {pos}/{len} 个局面，剩余 {eta}", "{wide_bar} {pos}/{len} 個局面，剩餘 {eta}";
    "epd.solved" => "solved", "解出", "解出";
    "epd.failed" => "failed", "未解", "未解";
    "epd.none" => "none", "无", "無";
    "epd.mate" => "mate {n}", "杀棋 {n}", "殺棋 {n}";
    "epd.points" => "cp {n}", "厘兵 {n}", "釐兵 {n}";
    "epd.found" => "{move} {score} depth {depth} nodes {nodes}",
        "{move} {score} 深度 {depth} 节点 {nodes}", "{move} {score} 深度 {depth} 節點 {nodes}";
    "epd.total" => "Solved {solved} of {total} ({percent} %), {limits} each, {seconds} s in all",
        "{total} 个局面中解出 {solved} 个（{percent}%），每个 {limits}，共用 {seconds} 秒",
        "{total} 個局面中解出 {solved} 個（{percent}%），每個 {limits}，共用 {seconds} 秒";
    "solve.cost" => "{nodes} nodes, {seconds} s", "{nodes} 节点，{seconds} 秒",
        "{nodes} 節點，{seconds} 秒";
    "solve.mate" => "mate in {n}{how}: {line}; {cost}", "{n} 着杀{how}：{line}；{cost}",
        "{n} 著殺{how}：{line}；{cost}";
    "solve.shortest" => ", the shortest", "（最短）", "（最短）";
    "solve.checks" => " by checks", "（连将）", "（連將）";
    "solve.threats" => " by checks and threats", "（将军和杀着威胁）", "（將軍和殺著威脅）";
    "solve.first" => "; some first moves: {moves}", "；部分首着：{moves}", "；部分首著：{moves}";
    "solve.all-first" => "; all first moves: {moves}", "；全部首着：{moves}", "；全部首著：{moves}";
    "solve.refuted" => "no mate within {n} moves{how}; {cost}", "{n} 着之内无杀{how}；{cost}",
        "{n} 著之內無殺{how}；{cost}";
    "solve.none" => "no mate: {why}; {cost}", "无杀：{why}；{cost}", "無殺：{why}；{cost}";
    "solve.limit" => "drawn by the natural limit", "达到自然限着，和棋", "達到自然限著，和棋";
    "solve.drawn" => "drawn by a table of solved endings", "残局库中为和棋", "殘局庫中為和棋";
    "solve.lost" => "lost by a table of solved endings", "残局库中为负棋", "殘局庫中為負棋";
    "solve.unknown" => "unknown; {cost}", "未知；{cost}", "未知；{cost}";
    "solve.replayed" => "; replayed, {n} positions", "；已复核 {n} 个局面", "；已複核 {n} 個局面";
    "solve.replayed-part" => "; replayed in part, {n} positions", "；部分复核 {n} 个局面",
        "；部分複核 {n} 個局面";
    "solve.total" =>
        "{positions} positions: {proved} proved ({first} in 0.1 s, {second} in 1 s, {third} in 10 s), {refuted} refuted, {unknown} unknown; {nodes} nodes, {seconds} s",
        "{positions} 个局面：证明 {proved}（0.1 秒内 {first}，1 秒内 {second}，10 秒内 {third}），否定 {refuted}，未知 {unknown}；{nodes} 节点，{seconds} 秒",
        "{positions} 個局面：證明 {proved}（0.1 秒內 {first}，1 秒內 {second}，10 秒內 {third}），否定 {refuted}，未知 {unknown}；{nodes} 節點，{seconds} 秒";
    // Databases of games.
    "games.indexed" => "{path}: {total} games and {all_copies} copies; {files} files read with {games} games ({copies} copies of others), {unchanged} unchanged, {gone} gone, {faults} faults, {seconds} s",
        "{path}：共 {total} 局，另有重复 {all_copies} 局；读取 {files} 个文件、{games} 局（其中 {copies} 局重复），{unchanged} 个未变，{gone} 个已删除，{faults} 处错误，{seconds} 秒",
        "{path}：共 {total} 局，另有重複 {all_copies} 局；讀取 {files} 個檔案、{games} 局（其中 {copies} 局重複），{unchanged} 個未變，{gone} 個已刪除，{faults} 處錯誤，{seconds} 秒";
    "games.found" => "{n} games", "共 {n} 局", "共 {n} 局";
    "games.found.one" => "1 game", "共 1 局", "共 1 局";
    "games.plies" => "{n} plies", "{n} 步", "{n} 步";
    "games.plies.one" => "1 ply", "1 步", "1 步";
    "games.copies" => "{n} copies", "另有 {n} 份", "另有 {n} 份";
    "games.copies.one" => "1 copy", "另有 1 份", "另有 1 份";
    "games.all" => "all", "合计", "合計";
    "games.verdict" => "engine: {move}, {score}, depth {depth}", "引擎：{move}，{score}，深度 {depth}",
        "引擎：{move}，{score}，深度 {depth}";
    "games.head.by.move" => "move", "着法", "著法";
    "games.head.by.games" => "games", "局数", "局數";
    "games.head.by.red" => "red", "红胜", "紅勝";
    "games.head.by.drawn" => "drawn", "和", "和";
    "games.head.by.black" => "black", "黑胜", "黑勝";
    "games.head.by.score" => "score", "得分率", "得分率";
    "games.head.by.variations" => "variations", "变着", "變著";
    "games.head.by.years" => "years", "年份", "年份";
};
