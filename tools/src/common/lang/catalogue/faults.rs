//! What the engine of a page says of faults: it speaks English alone, and the page looks the
//! words up here.

use super::Phrase;

/// English with names in braces for what differs, simplified and traditional Chinese,
/// Vietnamese. The first that fits a text is taken; what stands in braces is looked up too.
pub const FAULTS: &[Phrase] = phrases! {
    "there is no game" => "其中没有对局", "其中沒有對局", "trong đó không có ván cờ nào";
    "no position of {class} of this kind was found" => "未找到 {class} 的这类局面",
        "未找到 {class} 的這類局面", "không tìm thấy thế cờ {class} thuộc loại này";
    "too much at once" => "内容过多，无法一次读入", "內容過多，無法一次讀入",
        "quá nhiều để đọc một lần";
    "the game cannot be written" => "无法写出对局", "無法寫出對局", "không ghi được ván cờ";
    "file too large" => "文件过大", "檔案過大", "tệp quá lớn";
    "a game of more than {n} plies" => "对局超过 {n} 步", "對局超過 {n} 步", "ván dài hơn {n} nước";
    "the engine has ended with {status}" => "引擎已退出（{status}）", "引擎已退出（{status}）",
        "engine cờ đã kết thúc ({status})";
    "bad FEN, board: expected ten ranks separated by '/', found nothing" =>
        "FEN 有误，棋盘：应有以“/”分隔的十行，却什么也没有",
        "FEN 有誤，棋盤：應有以「/」分隔的十行，卻什麼也沒有",
        "FEN sai, bàn cờ: phải có mười hàng cách nhau bằng '/', nhưng không có gì";
    "bad FEN, board: expected 10 ranks separated by '/', found {found}" =>
        "FEN 有误，棋盘：应有以“/”分隔的 10 行，却有 {found} 行",
        "FEN 有誤，棋盤：應有以「/」分隔的 10 行，卻有 {found} 行",
        "FEN sai, bàn cờ: phải có 10 hàng cách nhau bằng '/', đã gặp {found}";
    "bad FEN, board: expected 9 files in rank {rank}, found {found}" =>
        "FEN 有误，棋盘：第 {rank} 行应有 9 列，却有 {found} 列",
        "FEN 有誤，棋盤：第 {rank} 行應有 9 列，卻有 {found} 列",
        "FEN sai, bàn cờ: hàng {rank} phải có 9 cột, đã gặp {found}";
    "bad FEN, board: expected a digit 1-9 or one of kabenhrcp, found '{found}' in rank {rank}" =>
        "FEN 有误，棋盘：第 {rank} 行应为数字 1-9 或字母 kabenhrcp，却是“{found}”",
        "FEN 有誤，棋盤：第 {rank} 行應為數字 1-9 或字母 kabenhrcp，卻是「{found}」",
        "FEN sai, bàn cờ: hàng {rank} phải là chữ số 1-9 hoặc một trong các chữ kabenhrcp, đã gặp '{found}'";
    "bad FEN, side to move: expected w, r or b, found nothing" =>
        "FEN 有误，走子方：应为 w、r 或 b，却什么也没有",
        "FEN 有誤，走子方：應為 w、r 或 b，卻什麼也沒有",
        "FEN sai, bên đi: phải là w, r hoặc b, nhưng không có gì";
    "bad FEN, side to move: expected w, r or b, found '{word}'" =>
        "FEN 有误，走子方：应为 w、r 或 b，却是“{word}”",
        "FEN 有誤，走子方：應為 w、r 或 b，卻是「{word}」",
        "FEN sai, bên đi: phải là w, r hoặc b, đã gặp '{word}'";
    "bad FEN, quiet-ply counter: expected 0 or more, found {found}" =>
        "FEN 有误，未吃子步数：不应小于 0，却是 {found}",
        "FEN 有誤，未吃子步數：不應小於 0，卻是 {found}",
        "FEN sai, số nước không ăn quân: phải không nhỏ hơn 0, đã gặp {found}";
    "bad FEN, end: expected nothing more, found '{found}'" =>
        "FEN 有误，末尾：此后不应有内容，却是“{found}”",
        "FEN 有誤，末尾：此後不應有內容，卻是「{found}」",
        "FEN sai, phần cuối: không được có gì thêm, đã gặp '{found}'";
    "impossible position: a {piece} can never stand on {square}" =>
        "局面不成立：{piece}不可能在 {square}", "局面不成立：{piece}不可能在 {square}",
        "thế cờ không thể có: {piece} không thể đứng ở {square}";
    "impossible position: expected at most {max} {piece}, found {found}" =>
        "局面不成立：{piece}最多 {max} 个，却有 {found} 个",
        "局面不成立：{piece}最多 {max} 個，卻有 {found} 個",
        "thế cờ không thể có: nhiều nhất {max} {piece}, đã gặp {found}";
    "impossible position: expected a {king}, found none" => "局面不成立：没有{king}",
        "局面不成立：沒有{king}", "thế cờ không thể có: thiếu {king}";
    "impossible position: the kings face each other" => "局面不成立：将帅照面",
        "局面不成立：將帥照面", "thế cờ không thể có: hai Tướng đối mặt";
    "impossible position: {side}'s king can be captured" => "局面不成立：{side}的将帅可被吃掉",
        "局面不成立：{side}的將帥可被吃掉", "thế cờ không thể có: Tướng của {side} có thể bị ăn";
    "not a move: expected one like h2e2, H2-E2, C2.5 or 炮二平五" =>
        "不是着法，应类似 h2e2、H2-E2、C2.5 或 炮二平五",
        "不是著法，應類似 h2e2、H2-E2、C2.5 或 炮二平五",
        "không phải nước đi, phải giống như h2e2, H2-E2, C2.5, P2-5 hoặc 炮二平五";
    "no legal move of this position" => "此局面中没有这一合法着法", "此局面中沒有這一合法著法",
        "thế cờ này không có nước hợp lệ đó";
    "may be any of {moves}" => "可以是 {moves} 中的任意一着", "可以是 {moves} 中的任意一著",
        "có thể là bất kỳ nước nào trong {moves}";
    "move {number}, '{word}', {error}" => "第 {number} 步“{word}”，{error}",
        "第 {number} 步「{word}」，{error}", "nước {number}, '{word}', {error}";
    "dm: expected a number of moves" => "dm：应为着数", "dm：應為著數", "dm: phải là số nước";
    "a quotation mark without a second one" => "引号不成对", "引號不成對", "thiếu dấu nháy đóng";
    "expected a tag such as [Event \"…\"]" => "应为标签，如 [Event \"…\"]",
        "應為標籤，如 [Event \"…\"]", "phải là thẻ, chẳng hạn [Event \"…\"]";
    "the game is '{name}', not xiangqi" => "棋种是“{name}”，不是象棋", "棋種是「{name}」，不是象棋",
        "loại cờ là '{name}', không phải cờ tướng";
    "a comment without '}'" => "注释缺少“}”", "註釋缺少「}」", "lời bình thiếu '}'";
    "a variation without ')'" => "变着缺少“)”", "變著缺少「)」", "biến thiếu ')'";
    "XQF: the header is cut off" => "XQF 文件：文件头不完整", "XQF 檔案：檔案頭不完整",
        "tệp XQF: phần đầu bị cụt";
    "DhtmlXQ: expected 32 points as binit" => "DhtmlXQ 棋谱：binit 应有 32 个坐标",
        "DhtmlXQ 棋譜：binit 應有 32 個座標", "ván DhtmlXQ: binit phải có 32 điểm";
    "DhtmlXQ: expected moves of four digits" => "DhtmlXQ 棋谱：每着应为四位数字",
        "DhtmlXQ 棋譜：每著應為四位數字", "ván DhtmlXQ: mỗi nước phải có bốn chữ số";
    "DhtmlXQ: a variation without the line that it leaves" =>
        "DhtmlXQ 棋谱：变着所离开的那一行不存在", "DhtmlXQ 棋譜：變著所離開的那一行不存在",
        "ván DhtmlXQ: biến rời khỏi một dòng không có";
    "WXF: expected pieces on points in SETUP{ }, such as Ra0" =>
        "WXF 棋谱：SETUP{ } 中应为棋子和坐标，如 Ra0",
        "WXF 棋譜：SETUP{ } 中應為棋子和座標，如 Ra0",
        "ván WXF: SETUP{ } phải có quân và điểm, chẳng hạn Ra0";
    "WXF: it is cut off: there is no '}'" => "WXF 棋谱：内容不完整，缺少“}”",
        "WXF 棋譜：內容不完整，缺少「}」", "ván WXF: bị cụt, thiếu '}'";
    "score sheet: the position that is drawn is not understood" =>
        "棋谱文本：无法辨认所画的局面", "棋譜文字：無法辨認所畫的局面",
        "biên bản ván cờ: không hiểu được thế cờ vẽ bằng chữ";
    "score sheet: variations are left out: there is no place where they begin" =>
        "棋谱文本：变着找不到起点，已略过", "棋譜文字：變著找不到起點，已略過",
        "biên bản ván cờ: bỏ qua các biến không rõ bắt đầu từ đâu";
    "score sheet: moves without numbers behind other text" =>
        "棋谱文本：着法没有回合数，前面又有其他文字",
        "棋譜文字：著法沒有回合數，前面又有其他文字",
        "biên bản ván cờ: nước đi không có số thứ tự, đứng sau chữ khác";
    "expected 'moves' after the FEN, found '{word}'" => "FEN 之后应为 moves，却是“{word}”",
        "FEN 之後應為 moves，卻是「{word}」", "sau FEN phải là 'moves', đã gặp '{word}'";
    "{line}:{column}: {what}" => "{line}:{column}：{what}", "{line}:{column}：{what}",
        "{line}:{column}: {what}";
    "{format}: it is cut off" => "{format} 文件不完整", "{format} 檔案不完整",
        "tệp {format} bị cụt";
    "{format}: it is damaged" => "{format} 文件已损坏", "{format} 檔案已損壞",
        "tệp {format} bị hỏng";
    "{format} of version {version}: not read" => "{format} 文件，第 {version} 版：不支持",
        "{format} 檔案，第 {version} 版：不支援",
        "tệp {format} phiên bản {version}: không đọc được";
    "a page of text, no game" => "是文字说明，不是棋谱", "是文字說明，不是棋譜",
        "trang chữ, không phải ván cờ";
    "a deleted game" => "棋谱已被删除", "棋譜已被刪除", "ván cờ đã bị xóa";
    "cannot be written" => "无法写出", "無法寫出", "không ghi được";
    "cannot be read: {kind}" => "无法读取：{kind}", "無法讀取：{kind}", "không đọc được: {kind}";
    "neither a text nor a known format of games" => "既不是文字，也不是已知的棋谱格式",
        "既不是文字，也不是已知的棋譜格式",
        "không phải văn bản cũng không phải dạng ván cờ đã biết";
    "a file of the kind {what} is not read" => "不读取 {what} 类文件", "不讀取 {what} 類檔案",
        "không đọc tệp loại {what}";
    // What stands in others.
    "'{word}', {error}" => "“{word}”，{error}", "「{word}」，{error}", "'{word}', {error}";
    "red king" => "红方帅", "紅方帥", "Tướng Đỏ";
    "red advisor" => "红方仕", "紅方仕", "Sĩ Đỏ";
    "red bishop" => "红方相", "紅方相", "Tượng Đỏ";
    "red knight" => "红方马", "紅方馬", "Mã Đỏ";
    "red rook" => "红方车", "紅方車", "Xe Đỏ";
    "red cannon" => "红方炮", "紅方炮", "Pháo Đỏ";
    "red pawn" => "红方兵", "紅方兵", "Tốt Đỏ";
    "red" => "红方", "紅方", "Đỏ";
    "black king" => "黑方将", "黑方將", "Tướng Đen";
    "black advisor" => "黑方士", "黑方士", "Sĩ Đen";
    "black bishop" => "黑方象", "黑方象", "Tượng Đen";
    "black knight" => "黑方马", "黑方馬", "Mã Đen";
    "black rook" => "黑方车", "黑方車", "Xe Đen";
    "black cannon" => "黑方炮", "黑方砲", "Pháo Đen";
    "black pawn" => "黑方卒", "黑方卒", "Tốt Đen";
    "black" => "黑方", "黑方", "Đen";
};
