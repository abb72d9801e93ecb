//! Puzzles: what the tool prints and what stands on the page to solve them.

use super::Entry;

/// Texts by their keys.
pub const PUZZLES: &[Entry] = entries! {
    // The tool.
    "puzzles.row" => "{place} {ply}  {elo}  {task}: {line}", "{place} {ply}  {elo}  {task}：{line}",
        "{place} {ply}  {elo}  {task}：{line}", "{place} {ply}  {elo}  {task}: {line}";
    "puzzles.total" =>
        "{n} {n|puzzle|puzzles} from {games} {games|game|games}: {mates} proved {mates|mate|mates}, {endings} {endings|ending|endings}, {wins} {wins|win|wins}, {draws} {draws|draw|draws}; {seconds} s",
        "{games} 局中找到 {n} 题：证明的杀法 {mates}，残局 {endings}，取胜 {wins}，求和 {draws}；{seconds} 秒",
        "{games} 局中找到 {n} 題：證明的殺法 {mates}，殘局 {endings}，取勝 {wins}，求和 {draws}；{seconds} 秒", "{n} bài tập từ {games} ván: {mates} đòn chiếu hết đã chứng minh, {endings} tàn cuộc, {wins} thắng, {draws} hòa; {seconds} giây";
    "puzzles.checked" => "Of {all} {all|puzzle|puzzles} {held} {held|holds|hold} when checked; the others are left out",
        "复核 {all} 题，其中 {held} 题成立，其余已略去", "複核 {all} 題，其中 {held} 題成立，其餘已略去", "Trong {all} bài tập, {held} bài đứng vững khi kiểm tra; các bài khác bị bỏ";
    // What is to be done.
    "page.puzzle.by.mate" => "{side} to move mates in {n}", "{side}先走，{n} 着杀", "{side}先走，{n} 著殺", "{side} đi trước, chiếu hết trong {n} nước";
    "page.puzzle.by.win" => "{side} to move wins", "{side}先胜", "{side}先勝", "{side} đi trước thắng";
    "page.puzzle.by.draw" => "{side} to move holds the draw", "{side}先和", "{side}先和", "{side} đi trước giữ hòa";
    "page.puzzle-goal.by.mate" => "Mate", "杀法", "殺法", "Chiếu hết";
    "page.puzzle-goal.by.win" => "Win", "取胜", "取勝", "Thắng";
    "page.puzzle-goal.by.draw" => "Draw", "求和", "求和", "Hòa";
    "page.puzzle-ground.by.prover" => "Proved: no other move mates as quickly.",
        "已证明：没有别的着法能同样快地将死。", "已證明：沒有別的著法能同樣快地將死。", "Đã chứng minh: không nước nào khác chiếu hết nhanh bằng.";
    "page.puzzle-ground.by.table" => "Known from a table of solved endings.", "依据残局库。",
        "依據殘局庫。", "Theo bảng tàn cuộc đã giải.";
    "page.puzzle-ground.by.search" => "Found by searches of growing depth.", "由逐步加深的搜索得出。",
        "由逐步加深的搜索得出。", "Tìm được bằng những lần tìm kiếm sâu dần.";
    // The names of mates and tactics.
    "page.pattern.by.stalemate" => "Stalemate", "困毙", "困斃", "Vây hết nước";
    "page.pattern.by.double-cannons" => "Double Cannons", "重炮", "重炮", "Trùng pháo";
    "page.pattern.by.horse-cannon" => "Cannon behind the Horse", "马后炮", "馬後炮", "Pháo sau mã";
    "page.pattern.by.smothered-palace" => "Smothered Palace", "闷宫", "悶宮", "Muộn cung";
    "page.pattern.by.smothered" => "Smothered Mate", "闷杀", "悶殺", "Muộn sát";
    "page.pattern.by.white-face" => "Facing Kings", "白脸将", "白臉將", "Lộ mặt tướng";
    "page.pattern.by.iron-bolt" => "Iron Bolt", "铁门栓", "鐵門栓", "Thiết môn thuyên";
    "page.pattern.by.bare-cannon" => "Bare Cannon", "空头炮", "空頭炮", "Không đầu pháo";
    "page.pattern.by.heaven-earth" => "Heaven and Earth Cannons", "天地炮", "天地炮", "Thiên địa pháo";
    "page.pattern.by.cannon-grind" => "Cannon Grinding", "炮碾丹砂", "炮碾丹砂", "Pháo triển đan sa";
    "page.pattern.by.rook-cannons" => "Rook between Cannons", "夹车炮", "夾車炮", "Giáp xa pháo";
    "page.pattern.by.three-on-a-wing" => "Three on a Wing", "三子归边", "三子歸邊", "Tam tử quy biên";
    "page.pattern.by.alternating-rooks" => "Alternating Rooks", "双车错", "雙車錯", "Song xa thác";
    "page.pattern.by.sea-bottom" => "Moon from the Sea Bottom", "海底捞月", "海底撈月", "Hải để lao nguyệt";
    "page.pattern.by.palace-heart" => "Striking the Heart", "大胆穿心", "大膽穿心", "Đại đảm xuyên tâm";
    "page.pattern.by.octagon-horse" => "Octagonal Horse", "八角马", "八角馬", "Bát giác mã";
    "page.pattern.by.corner-horse" => "Palace Corner Horse", "挂角马", "掛角馬", "Mã góc cung";
    "page.pattern.by.crouching-horse" => "Crouching Horse", "卧槽马", "臥槽馬", "Ngọa tào mã";
    "page.pattern.by.angler-horse" => "Angler Horse", "钓鱼马", "釣魚馬", "Điếu ngư mã";
    "page.pattern.by.high-angler" => "High Angler Horse", "高钓马", "高釣馬", "Cao điếu mã";
    "page.pattern.by.side-tiger" => "Tiger at the Side", "侧面虎", "側面虎", "Trắc diện hổ";
    "page.pattern.by.double-horses" => "Two Horses Drinking", "双马饮泉", "雙馬飲泉", "Song mã ẩm tuyền";
    "page.pattern.by.pull-spring" => "Spring Horse", "拔簧马", "拔簧馬", "Bạt hoàng mã";
    "page.pattern.by.pawn-throne" => "Pawn on the Throne", "小鬼坐龙廷", "小鬼坐龍廷", "Tốt chiếm tâm cung";
    "page.pattern.by.old-pawn" => "Old Pawn", "老兵搜山", "老兵搜山", "Tốt lụt";
    "page.pattern.by.two-at-the-gate" => "Two at the Gate", "二鬼拍门", "二鬼拍門", "Nhị quỷ phách môn";
    "page.pattern.by.send-home" => "Sending the King Home", "送佛归殿", "送佛歸殿", "Tống phật quy điện";
    "page.pattern.by.double-check" => "Double Check", "双将", "雙將", "Lưỡng chiếu";
    "page.pattern.by.discovered-check" => "Discovered Check", "闪将", "閃將", "Chiếu mở";
    "page.pattern.by.fork" => "Fork", "捉双", "捉雙", "Bắt đôi";
    "page.pattern.by.pin" => "Pin", "牵制", "牽制", "Ghim quân";
    "page.pattern.by.sacrifice" => "Sacrifice", "弃子", "棄子", "Thí quân";
    "page.pattern.by.check-and-take" => "Check and Take", "抽子", "抽子", "Chiếu rút quân";
    "page.pattern.by.quiet-key" => "Quiet Key", "静着", "靜著", "Nước tĩnh";
    // The page.
    "page.puzzle-title" => "Chuhe: xiangqi puzzles", "楚河象棋：实战练习", "楚河象棋：實戰練習", "Chuhe: bài tập cờ tướng";
    "page.puzzle-total" => "{n} {n|puzzle|puzzles} from {games} {games|game|games}", "{games} 局中的 {n} 题", "{games} 局中的 {n} 題", "{n} bài tập từ {games} ván";
    "page.puzzle-this" => "This puzzle", "本题", "本題", "Bài này";
    "page.puzzle-progress" => "Progress", "进度", "進度", "Tiến độ";
    "page.puzzle-list" => "All puzzles", "全部题目", "全部題目", "Tất cả bài tập";
    "page.puzzle-which" => "Which puzzles", "选择题目", "選擇題目", "Chọn bài tập";
    "page.puzzle-all" => "All", "全部", "全部", "Tất cả";
    "page.puzzle-again" => "Try again (r)", "重试 (r)", "重試 (r)", "Thử lại (r)";
    "page.puzzle-hint" => "Hint (h)", "提示 (h)", "提示 (h)", "Gợi ý (h)";
    "page.puzzle-solution" => "Solution (s)", "答案 (s)", "答案 (s)", "Đáp án (s)";
    "page.puzzle-next" => "Next (n)", "下一题 (n)", "下一題 (n)", "Bài tiếp (n)";
    "page.puzzle-elo" => "Difficulty: Elo {n}", "难度：Elo {n}", "難度：Elo {n}", "Độ khó: Elo {n}";
    "page.puzzle-right" => "Right. Go on.", "正确，请继续。", "正確，請繼續。", "Đúng. Đi tiếp.";
    "page.puzzle-wrong" => "That is not it.", "不对。", "不對。", "Chưa đúng.";
    "page.puzzle-reply.by.refuted" => "That is not it: {line} ({score} for Red).",
        "不对：{line}（红方 {score}）。", "不對：{line}（紅方 {score}）。", "Chưa đúng: {line} (Đỏ {score}).";
    "page.puzzle-reply.by.slow" => "That may win too, but not as well: {line} ({score} for Red).",
        "这样也占优，但不是最好的：{line}（红方 {score}）。",
        "這樣也佔優，但不是最好的：{line}（紅方 {score}）。", "Nước này cũng có thể thắng nhưng không bằng: {line} (Đỏ {score}).";
    "page.puzzle-hinted" => "Move the marked piece.", "走标出的棋子。", "走標出的棋子。", "Hãy đi quân được đánh dấu.";
    "page.puzzle-solved" => "Solved.", "解出。", "解出。", "Đã giải.";
    "page.puzzle-late" => "Solved, but not at once: it will come again.", "解出，但走错过，以后会再出现。",
        "解出，但走錯過，以後會再出現。", "Đã giải nhưng có đi sai: bài này sẽ trở lại.";
    "page.puzzle-shown" => "Step through the solution with ← and →; the puzzle will come again.",
        "用 ← → 查看答案，此题以后会再出现。", "用 ← → 檢視答案，此題以後會再出現。", "Xem đáp án bằng ← và →; bài này sẽ trở lại.";
    "page.puzzle-count-solved" => "solved", "已解", "已解", "đã giải";
    "page.puzzle-count-failed" => "failed", "未过", "未過", "chưa được";
    "page.puzzle-count-due" => "due today", "今日复习", "今日複習", "ôn hôm nay";
    "page.puzzle-count-new" => "new", "未做", "未做", "chưa làm";
    "page.puzzle-unkept" => "This browser keeps no progress for this page.", "此浏览器不能保存进度。",
        "此瀏覽器不能儲存進度。", "Trình duyệt này không lưu tiến độ của trang.";
    "page.puzzle-forget" => "Forget the progress", "清除进度", "清除進度", "Xóa tiến độ";
    "page.puzzle-forget-sure" => "Forget all progress?", "清除全部进度？", "清除全部進度？", "Xóa toàn bộ tiến độ?";
    "page.keys-puzzles" =>
        "{engine}. Everything happens in this browser; nothing is sent. Keys: n next, h hint, s solution, r try again, ← →, f turns the board, p changes the pieces.",
        "{engine}。一切均在本浏览器中进行，不发送任何数据。按键：n 下一题，h 提示，s 答案，r 重试，← →，f 翻转棋盘，p 更换棋子。",
        "{engine}。一切均在本瀏覽器中進行，不傳送任何資料。按鍵：n 下一題，h 提示，s 答案，r 重試，← →，f 翻轉棋盤，p 更換棋子。", "{engine}. Mọi việc diễn ra trong trình duyệt này; không gửi gì đi. Phím: n bài tiếp, h gợi ý, s đáp án, r thử lại, ← →, f xoay bàn cờ, p đổi quân.";
};
