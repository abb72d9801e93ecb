//! Texts of endings to practise, on the terminal and on the page.

use super::Entry;

/// Texts by their keys.
pub const ENDINGS: &[Entry] = entries! {
    // The task.
    "page.drill-win" => "{side} to move: won in {n}.", "{side}先行，{n} 着可胜。", "{side}先行，{n} 著可勝。",
        "{side} đi trước: thắng trong {n} nước.";
    "page.drill-rule" => "{side} to move: won, because {other} may not go on checking.",
        "{side}先行可胜：{other}不得长将。", "{side}先行可勝：{other}不得長將。",
        "{side} đi trước: thắng, vì {other} không được chiếu mãi.";
    "page.drill-draw" => "{side} to move: hold the draw for {n} {n|move|moves}.",
        "{side}先行，请守和 {n} 着。", "{side}先行，請守和 {n} 著。",
        "{side} đi trước: hãy giữ hòa trong {n} nước.";
    // What a move has done.
    "page.drill-said.by.still-won" => "Still won in {n}.", "仍可胜，尚需 {n} 着。", "仍可勝，尚需 {n} 著。",
        "Vẫn thắng trong {n} nước.";
    "page.drill-said.by.slower" => "Still won, but in {n}; {best}: in {least}.",
        "仍可胜，但需 {n} 着；{best} 只需 {least} 着。", "仍可勝，但需 {n} 著；{best} 只需 {least} 著。",
        "Vẫn thắng, nhưng cần {n} nước; {best}: {least} nước.";
    "page.drill-said.by.still-rule" => "Still won, because {other} may not go on checking.",
        "仍可胜：{other}不得长将。", "仍可勝：{other}不得長將。",
        "Vẫn thắng, vì {other} không được chiếu mãi.";
    "page.drill-said.by.slower-rule" =>
        "Still won, because {other} may not go on checking; {best} is a shorter way.",
        "仍可胜：{other}不得长将；{best} 更快。", "仍可勝：{other}不得長將；{best} 更快。",
        "Vẫn thắng, vì {other} không được chiếu mãi; {best} nhanh hơn.";
    "page.drill-said.by.still-drawn" => "Still drawn.", "仍是和棋。", "仍是和棋。", "Vẫn hòa.";
    "page.drill-said.by.chases" => "Drawn where chases are free; otherwise nothing is known.",
        "允许长捉时为和棋，否则未知。", "允許長捉時為和棋，否則未知。",
        "Hòa nếu được phép đuổi mãi; nếu không thì chưa biết.";
    "page.drill-said.by.still-lost" => "Lost in {n}.", "已负，{n} 着内告负。", "已負，{n} 著內告負。",
        "Thua trong {n} nước.";
    "page.drill-said.by.still-lost-rule" => "Lost, because {side} may not go on checking.",
        "已负：{side}不得长将。", "已負：{side}不得長將。", "Thua, vì {side} không được chiếu mãi.";
    "page.drill-said.by.now-drawn" => "Now drawn: {best} would have kept it.",
        "已成和棋：应走 {best}。", "已成和棋：應走 {best}。",
        "Bây giờ hòa: lẽ ra {best} thì giữ được.";
    "page.drill-said.by.now-lost" => "Now lost in {n}: {best} would have kept it.",
        "已成负棋，{n} 着内告负：应走 {best}。", "已成負棋，{n} 著內告負：應走 {best}。",
        "Bây giờ thua trong {n} nước: lẽ ra {best} thì giữ được.";
    "page.drill-said.by.now-lost-rule" =>
        "Now lost, because {side} may not go on checking: {best} would have kept it.",
        "已成负棋：{side}不得长将；应走 {best}。", "已成負棋：{side}不得長將；應走 {best}。",
        "Bây giờ thua, vì {side} không được chiếu mãi: lẽ ra {best} thì giữ được.";
    "page.drill-unknown" => "No table knows this position.", "没有包含此局面的残局库。",
        "沒有包含此局面的殘局庫。", "Không bảng nào biết thế cờ này.";
    // How it has ended.
    "page.drill-held" => "Held for {n} {n|move|moves}.", "已守和 {n} 着。", "已守和 {n} 著。",
        "Đã giữ hòa {n} nước.";
    "page.drill-clean" => "Kept without a mistake.", "全程无误。", "全程無誤。", "Giữ được, không sai nước nào.";
    "page.drill-helped" => "Kept, with help or a second try.", "完成，但用过提示或悔棋。",
        "完成，但用過提示或悔棋。", "Giữ được, có gợi ý hoặc đi lại.";
    "page.drill-failed" => "Not kept.", "未能完成。", "未能完成。", "Không giữ được.";
    "page.drill-took" => "Your moves: {n}; the fewest: {least}.", "您用了 {n} 着，最少 {least} 着。",
        "您用了 {n} 著，最少 {least} 著。", "Số nước của bạn: {n}; ít nhất: {least}.";
    "page.drill-summary" =>
        "Positions: {n}. Without a mistake: {clean}; with help or a second try: {helped}; not kept: {failed}; left open: {open}. Moves that kept the value: {kept} of {made}.",
        "题数：{n}。无误：{clean}；用过提示或悔棋：{helped}；未完成：{failed}；中途放下：{open}。保持结果的着法：{made} 着中 {kept} 着。",
        "題數：{n}。無誤：{clean}；用過提示或悔棋：{helped}；未完成：{failed}；中途放下：{open}。保持結果的著法：{made} 著中 {kept} 著。",
        "Số thế cờ: {n}. Không sai: {clean}; có gợi ý hoặc đi lại: {helped}; không giữ được: {failed}; bỏ dở: {open}. Nước giữ được giá trị: {kept} trên {made}.";
    // The page.
    "page.drill-title" => "Practise endings", "残局练习", "殘局練習", "Luyện cờ tàn";
    "page.drill-start" => "Choose an ending", "选择残局", "選擇殘局", "Chọn cờ tàn";
    "page.drill-next" => "Next position", "下一题", "下一題", "Thế cờ tiếp";
    "page.drill-hint" => "Hint", "提示", "提示", "Gợi ý";
    "page.drill-hinted" => "Hint: {move}", "提示：{move}", "提示：{move}", "Gợi ý: {move}";
    "page.drill-class" => "Ending", "残局", "殘局", "Cờ tàn";
    "page.drill-goal" => "Goal", "目标", "目標", "Mục tiêu";
    "page.drill-goal.by.win" => "win", "取胜", "取勝", "thắng";
    "page.drill-goal.by.rule" => "win, no perpetual check", "取胜（对方不得长将）", "取勝（對方不得長將）",
        "thắng, cấm chiếu mãi";
    "page.drill-goal.by.draw" => "hold the draw", "守和", "守和", "giữ hòa";
    "page.drill-level" => "Difficulty", "难度", "難度", "Độ khó";
    "page.drill-level.by.any" => "any", "不限", "不限", "bất kỳ";
    "page.drill-level.by.easy" => "easy", "易", "易", "dễ";
    "page.drill-level.by.middle" => "middle", "中", "中", "vừa";
    "page.drill-level.by.hard" => "hard", "难", "難", "khó";
    // The terminal.
    "play.ending-begin" => "Ending {class}: {pieces}. Seed {seed}. Numbers count your moves.",
        "残局 {class}：{pieces}。种子 {seed}。着数只计您的着法。",
        "殘局 {class}：{pieces}。種子 {seed}。著數只計您的著法。",
        "Cờ tàn {class}: {pieces}. Hạt giống {seed}. Số nước chỉ tính nước của bạn.";
    "play.ending-task" => "Position {n}. {task}", "第 {n} 题。{task}", "第 {n} 題。{task}",
        "Thế cờ {n}. {task}";
    "play.ending-next" => "next (or Enter) for another position, undo, or quit.",
        "下一题（或回车）、悔棋或退出。", "下一題（或 Enter）、悔棋或退出。",
        "bài tiếp (hoặc Enter) để có thế khác, đi lại, hoặc thoát.";
    "play.ending-help" =>
        "A move in any notation; hint, undo, next, moves, board, flip, resign, save [FILE], quit.",
        "任何记法的着法；提示、悔棋、下一题、着法、棋盘、翻转、认输、保存 [文件]、退出。",
        "任何記法的著法；提示、悔棋、下一題、著法、棋盤、翻轉、認輸、儲存 [檔案]、退出。",
        "Nước đi bằng ký hiệu bất kỳ; gợi ý, đi lại, bài tiếp, nước đi, bàn cờ, lật, xin thua, lưu [TỆP], thoát.";
};
