//! What `--help` says.

use super::Phrase;

/// English, simplified and traditional Chinese, Vietnamese.
pub const HELP: &[Phrase] = phrases! {
    // The program and its commands.
    "Chuhe (楚河), a Chinese chess engine. Without a command it speaks UCI, UCCI or CECP on standard input and output" =>
        "楚河，中国象棋引擎。不带命令时，在标准输入和输出上使用 UCI、UCCI 或 CECP 协议",
        "楚河，中國象棋引擎。不帶命令時，在標準輸入和輸出上使用 UCI、UCCI 或 CECP 協議",
        "Chuhe (楚河), engine cờ tướng. Khi không có lệnh, nó dùng giao thức UCI, UCCI hoặc CECP qua đầu vào và đầu ra chuẩn";
    "Search every position of games, and mark the moves that lost something" =>
        "分析对局的每个局面，标出问题着法", "分析對局的每個局面，標出問題著法",
        "Tìm kiếm mọi thế cờ của các ván và đánh dấu những nước làm mất ưu thế";
    "Search a fixed set of positions and print the number of nodes" =>
        "搜索一组固定局面，输出节点数", "搜索一組固定局面，輸出節點數",
        "Tìm kiếm một bộ thế cờ cố định và in số nút";
    "Draw a position as SVG or PNG" => "把局面画成 SVG 或 PNG 图片", "把局面畫成 SVG 或 PNG 圖片",
        "Vẽ thế cờ thành SVG hoặc PNG";
    "Build opening books and show what they hold" => "制作开局库，查看其内容",
        "製作開局庫，檢視其內容", "Tạo sách khai cuộc và xem nội dung của chúng";
    "Print what a shell needs to complete commands and options" => "输出命令行补全脚本",
        "輸出命令列補全指令碼", "In những gì một shell cần để tự hoàn thành lệnh và tùy chọn";
    "Let the engine play itself and store the games with their scores" =>
        "引擎自我对弈，保存对局和评分", "引擎自我對弈，儲存對局和評分",
        "Cho engine tự đấu và lưu các ván cùng điểm đánh giá";
    "Solved endings: tables of won and drawn positions" => "残局库：已求解的胜局与和局",
        "殘局庫：已求解的勝局與和局", "Cờ tàn đã giải: bảng các thế thắng và hòa";
    "Search the positions of a suite, and count how many are solved" =>
        "搜索测试集中的局面，统计解出多少", "搜索測試集中的局面，統計解出多少",
        "Tìm kiếm các thế cờ của một bộ đề và đếm số thế giải được";
    "Fit the estimate of a player's level to games of the engine's levels" =>
        "按引擎各级别的对局拟合棋手级别的估计", "按引擎各級別的對局擬合棋手級別的估計",
        "Khớp ước lượng cấp của người chơi với các ván của các cấp của máy";
    "Files of analyses" => "分析结果文件", "分析結果檔案", "Các tệp phân tích";
    "Fit what scores mean to the results of games" => "按对局结果拟合评分的含义",
        "按對局結果擬合評分的含義", "Khớp ý nghĩa của điểm đánh giá với kết quả các ván";
    "Judge the last position of games by a rule set" => "按棋规裁决对局的最后局面",
        "按棋規裁決對局的最後局面", "Xử thế cờ cuối của các ván theo một bộ luật";
    "Measure what each search technique is worth" => "测量每项搜索技术的作用",
        "測量每項搜索技術的作用", "Đo giá trị của từng kỹ thuật tìm kiếm";
    "Measure how the adaptive opponent follows players of known levels" =>
        "测量自动调整的对手跟随已知水平棋手的程度", "測量自動調整的對手跟隨已知水準棋手的程度",
        "Đo xem đối thủ tự điều chỉnh theo sát người chơi có cấp đã biết đến đâu";
    "Print the manual page of the program or of a command" => "输出程序或命令的手册页",
        "輸出程式或命令的手冊頁", "In trang hướng dẫn của chương trình hoặc của một lệnh";
    "Let engines play each other and judge the results as they come" =>
        "引擎之间比赛，并随时统计结果", "引擎之間比賽，並隨時統計結果",
        "Cho các engine đấu với nhau và đánh giá kết quả ngay khi có";
    "Look at network files, or make one the built-in network" => "查看网络文件，或将其设为内置网络",
        "檢視網路檔案，或將其設為內建網路", "Xem các tệp mạng, hoặc đặt một tệp làm mạng có sẵn";
    "Convert moves between coordinates, ICCS, WXF, SAN, Chinese and Vietnamese notation" =>
        "在坐标、ICCS、WXF、SAN、中文和越南记法之间转换着法",
        "在座標、ICCS、WXF、SAN、中文和越南記法之間轉換著法",
        "Đổi nước đi giữa tọa độ, ICCS, WXF, SAN, ký hiệu Trung Quốc và Việt Nam";
    "Print openings for matches: random moves from the start position that leave it level" =>
        "输出比赛用的开局：从初始局面随机走若干步而仍然均势",
        "輸出比賽用的開局：從初始局面隨機走若干步而仍然均勢",
        "In khai cuộc cho trận đấu: các nước ngẫu nhiên từ thế ban đầu mà vẫn cân bằng";
    "Count the lines of legal moves of a given length" => "计算给定步数的合法变化数目",
        "計算給定步數的合法變化數目", "Đếm số chuỗi nước hợp lệ có độ dài cho trước";
    "Print the static evaluation of a position" => "输出局面的静态评估", "輸出局面的靜態評估",
        "In đánh giá tĩnh của một thế cờ";
    "Play a game against the engine on the terminal" => "在终端上与引擎对弈", "在終端上與引擎對弈",
        "Chơi một ván với engine trên thiết bị cuối";
    "Score the positions of stored games again, with a deeper search or a newer network" =>
        "用更深的搜索或更新的网络重新评分已存的对局", "用更深的搜索或更新的網路重新評分已存的對局",
        "Chấm lại các thế cờ của những ván đã lưu, bằng tìm kiếm sâu hơn hoặc mạng mới hơn";
    "Find puzzles in games: positions where one move alone keeps a win or a draw" =>
        "从对局中出题：只有一着能取胜或守和的局面", "從對局中出題：只有一著能取勝或守和的局面",
        "Tìm bài tập trong các ván: thế cờ chỉ có một nước giữ được thắng hoặc hòa";
    "Look for forced mates and prove them" => "寻找并证明连杀等必胜杀法",
        "尋找並證明連殺等必勝殺法", "Tìm và chứng minh các đòn chiếu hết bắt buộc";
    "Learn a network from games" => "从对局中训练网络", "從對局中訓練網路",
        "Học một mạng từ các ván cờ";
    "Tune the numbers of a search by games against itself (SPSA)" =>
        "通过自我对弈调整搜索参数（SPSA）", "透過自我對弈調整搜索參數（SPSA）",
        "Tinh chỉnh các con số của tìm kiếm bằng các ván tự đấu (SPSA)";
    // Who uses them.
    "For players and analysts" => "棋手与分析", "棋手與分析", "Cho kỳ thủ và người phân tích";
    "For engine authors" => "引擎开发", "引擎開發", "Cho người viết engine cờ";
    "For the shell" => "命令行", "命令列", "Cho dòng lệnh";
    // Options of several commands.
    "Language of texts: en, zh-Hans, zh-Hant or vi [default: that of the locale]" =>
        "文字的语言：en、zh-Hans、zh-Hant 或 vi [默认：系统语言]",
        "文字的語言：en、zh-Hans、zh-Hant 或 vi [預設：系統語言]",
        "Ngôn ngữ của văn bản: en, zh-Hans, zh-Hant hoặc vi [mặc định: theo hệ thống]";
    "Use colours: auto (on a terminal, unless NO_COLOR is set), always or never" =>
        "是否使用颜色：auto（在终端上且未设置 NO_COLOR 时）、always 或 never",
        "是否使用顏色：auto（在終端上且未設定 NO_COLOR 時）、always 或 never",
        "Dùng màu: auto (trên thiết bị cuối, trừ khi đặt NO_COLOR), always hoặc never";
    "On a terminal, unless the variable NO_COLOR is set" =>
        "在终端上使用，除非设置了环境变量 NO_COLOR", "在終端上使用，除非設定了環境變數 NO_COLOR",
        "Trên thiết bị cuối, trừ khi đặt biến NO_COLOR";
    "Also in files and pipes" => "在文件和管道中也使用", "在檔案和管道中也使用",
        "Cả trong tệp và đường ống";
    "Nowhere" => "一律不用", "一律不用", "Không dùng ở đâu cả";
    "Write the result to this file as JSON; with - to standard output, which then has nothing else" =>
        "把结果以 JSON 写入此文件；- 为标准输出，此时不再输出其他内容",
        "把結果以 JSON 寫入此檔案；- 為標準輸出，此時不再輸出其他內容",
        "Ghi kết quả vào tệp này dưới dạng JSON; với - thì ghi ra đầu ra chuẩn, khi đó không in gì khác";
    "Encoding of files, such as gbk, big5, utf-16le or windows-1258 [default: found out]" =>
        "文件的编码，如 gbk、big5、utf-16le 或 windows-1258 [默认：自动判断]",
        "檔案的編碼，如 gbk、big5、utf-16le 或 windows-1258 [預設：自動判斷]",
        "Bảng mã của tệp, chẳng hạn gbk, big5, utf-16le hoặc windows-1258 [mặc định: tự nhận biết]";
    "Rule set that games are judged by" => "裁决对局所用的棋规", "裁決對局所用的棋規",
        "Bộ luật dùng để xử các ván";
    "Milliseconds for each position [default: 1000, when nothing else is given]" =>
        "每个局面的毫秒数 [默认：1000，若未给出其他限制]",
        "每個局面的毫秒數 [預設：1000，若未給出其他限制]",
        "Số mili giây cho mỗi thế cờ [mặc định: 1000, khi không cho giới hạn nào khác]";
    "Plies of search for each position" => "每个局面的搜索深度（步数）",
        "每個局面的搜索深度（步數）", "Độ sâu tìm kiếm (số nước) cho mỗi thế cờ";
    "Nodes for each position" => "每个局面的节点数", "每個局面的節點數", "Số nút cho mỗi thế cờ";
    "Positions searched at a time" => "同时搜索的局面数", "同時搜索的局面數",
        "Số thế cờ được tìm kiếm cùng lúc";
    "MiB of the hash table of each" => "每个置换表的大小（MiB）", "每個置換表的大小（MiB）",
        "Kích thước bảng băm của mỗi thế, tính bằng MiB";
    "A network file to judge positions with instead of the built-in network" =>
        "用此网络文件代替内置网络评估局面", "用此網路檔案代替內建網路評估局面",
        "Tệp mạng dùng để đánh giá thế cờ thay cho mạng có sẵn";
    "Also use the tables of solved endings in this folder" => "同时使用此目录中的残局库",
        "同時使用此目錄中的殘局庫", "Dùng thêm các bảng cờ tàn trong thư mục này";
    // Analyze.
    "Reads files of games in every format that `chuhe notation` reads, and lists of moves or FENs, a game or position a line, in any notation, in UTF-8, GB18030 or Big5. Prints a table; writes JSON, annotated PGN and a report to open in a browser. Of a game with a fault the moves before it are analysed, and a note names the fault." =>
        "读取 `chuhe notation` 能读的各种棋谱，以及每行一局（或一个局面）的着法或 FEN；记法不限，编码为 UTF-8、GB18030 或 Big5。输出表格，并可写出 JSON、带注释的 PGN 和用浏览器打开的报告。有错误的对局只分析错误之前的着法，并指明错误。",
        "讀取 `chuhe notation` 能讀的各種棋譜，以及每行一局（或一個局面）的著法或 FEN；記法不限，編碼為 UTF-8、GB18030 或 Big5。輸出表格，並可寫出 JSON、帶註釋的 PGN 和用瀏覽器開啟的報告。有錯誤的對局只分析錯誤之前的著法，並指明錯誤。",
        "Đọc tệp ván cờ ở mọi định dạng mà `chuhe notation` đọc được, và danh sách nước đi hoặc FEN, mỗi dòng một ván hay một thế cờ, bằng ký hiệu bất kỳ, mã UTF-8, GB18030 hoặc Big5. In một bảng; ghi JSON, PGN có lời bình và báo cáo để mở bằng trình duyệt. Ván có lỗi chỉ được phân tích đến trước chỗ lỗi, và lỗi được nêu rõ.";
    "Files of games, or folders with such files; - for standard input" =>
        "对局文件，或含有对局文件的文件夹；- 为标准输入",
        "對局檔案，或含有對局檔案的資料夾；- 為標準輸入",
        "Các tệp ván cờ, hoặc thư mục chứa những tệp đó; - là đầu vào chuẩn";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: simplified; traditional or vietnamese with --lang zh-Hant or vi]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：simplified；--lang zh-Hant 时为 traditional，--lang vi 时为 vietnamese]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：simplified；--lang zh-Hant 時為 traditional，--lang vi 時為 vietnamese]",
        "Cách viết nước đi: uci, uci1, iccs, wxf, simplified, traditional, san, san1 hoặc vietnamese [mặc định: simplified; với --lang zh-Hant là traditional, với --lang vi là vietnamese]";
    "Analyse a part of the games only, such as 2/5, the second of five" =>
        "只分析一部分对局，如 2/5 为五份中的第二份", "只分析一部分對局，如 2/5 為五份中的第二份",
        "Chỉ phân tích một phần các ván, chẳng hạn 2/5 là phần thứ hai trong năm";
    "Keep what was found in this file; the same command goes on from there" =>
        "把已有结果保存在此文件中；再次运行同一命令即从那里继续",
        "把已有結果儲存在此檔案中；再次執行同一命令即從那裡繼續",
        "Giữ những gì đã tìm thấy trong tệp này; chạy lại cùng lệnh này sẽ tiếp tục từ đó";
    "Write everything as JSON" => "以 JSON 写出全部结果", "以 JSON 寫出全部結果",
        "Ghi tất cả dưới dạng JSON";
    "Write the games as PGN, with scores, marks and better lines" =>
        "把对局写成 PGN，附评分、标记和更好的变化", "把對局寫成 PGN，附評分、標記和更好的變化",
        "Ghi các ván dưới dạng PGN, với điểm đánh giá, ký hiệu và các biến tốt hơn";
    "Write a report to open in a browser, with a board to step through the games" =>
        "写出用浏览器打开的报告，带有可逐步演示对局的棋盘",
        "寫出用瀏覽器開啟的報告，帶有可逐步演示對局的棋盤",
        "Ghi báo cáo để mở bằng trình duyệt, có bàn cờ để xem lại từng nước";
    "The engine for the report, the folder of the package for JavaScript: with it the report answers moves that are tried" =>
        "供报告使用的引擎，即 JavaScript 软件包的文件夹：有了它，报告会应对试走的着法",
        "供報告使用的引擎，即 JavaScript 套件的資料夾：有了它，報告會應對試走的著法",
        "Engine cho báo cáo, thư mục của gói JavaScript: nhờ nó báo cáo đáp lại các nước đi thử";
    "Analyse the games of this player alone, and sum up what recurs in them; a part of the name is enough" =>
        "只分析此棋手的对局，并总结反复出现的问题；姓名的一部分即可",
        "只分析此棋手的對局，並總結反覆出現的問題；姓名的一部分即可",
        "Chỉ phân tích các ván của người chơi này và tổng kết điều lặp lại; một phần của tên là đủ";
    "An opening book: its moves are called so, besides those of usual openings" =>
        "开局库：除常见开局外，其中的着法也标为谱着",
        "開局庫：除常見開局外，其中的著法也標為譜著",
        "Sách khai cuộc: các nước trong đó được gọi như vậy, ngoài các khai cuộc thông thường";
    // Puzzles.
    "Mates are proved to be the only ones, endings are known from tables, all others are found by searches of growing depth that agree. Writes the puzzles into a folder as EPD, PGN and JSON, and as a page to solve them in a browser." =>
        "杀法经证明为唯一，残局依据残局库，其余由逐步加深而结论一致的搜索得出。题目以 EPD、PGN、JSON 和可用浏览器做题的网页写入文件夹。",
        "殺法經證明為唯一，殘局依據殘局庫，其餘由逐步加深而結論一致的搜索得出。題目以 EPD、PGN、JSON 和可用瀏覽器做題的網頁寫入資料夾。",
        "Các đòn chiếu hết được chứng minh là duy nhất, tàn cuộc dựa vào bảng đã giải, còn lại do những lần tìm kiếm sâu dần cùng kết luận. Bài tập được ghi vào một thư mục dưới dạng EPD, PGN, JSON và một trang để giải trong trình duyệt.";
    "The folder for puzzles.epd, puzzles.pgn, puzzles.json and puzzles.html" =>
        "存放 puzzles.epd、puzzles.pgn、puzzles.json 和 puzzles.html 的文件夹",
        "存放 puzzles.epd、puzzles.pgn、puzzles.json 和 puzzles.html 的資料夾",
        "Thư mục cho puzzles.epd, puzzles.pgn, puzzles.json và puzzles.html";
    "Nodes of the largest searches of a position; a sixty-fourth of them for each at first" =>
        "每个局面最大搜索的节点数；起初用其六十四分之一",
        "每個局面最大搜索的節點數；起初用其六十四分之一",
        "Số nút của lần tìm kiếm lớn nhất cho một thế cờ; lúc đầu mỗi thế cờ dùng một phần sáu mươi tư";
    "Games looked through at a time" => "同时处理的局数", "同時處理的局數",
        "Số ván xem cùng lúc";
    "Check every puzzle with ten times as many nodes, and leave out what does not hold" =>
        "用十倍的节点数复核每一题，略去不成立的", "用十倍的節點數複核每一題，略去不成立的",
        "Kiểm tra mỗi bài tập với số nút gấp mười, và bỏ những bài không đứng vững";
    "The engine for the page, the folder of the package for JavaScript: with it the page refutes wrong moves" =>
        "供网页使用的引擎，即 JavaScript 软件包的文件夹：有了它，网页会反驳错误的着法",
        "供網頁使用的引擎，即 JavaScript 套件的資料夾：有了它，網頁會反駁錯誤的著法",
        "Engine cho trang, thư mục của gói JavaScript: nhờ nó trang bác bỏ các nước sai";
    "Look through a part of the games only, such as 2/5, the second of five" =>
        "只处理一部分对局，如 2/5 为五份中的第二份", "只處理一部分對局，如 2/5 為五份中的第二份",
        "Chỉ xem một phần các ván, chẳng hạn 2/5 là phần thứ hai trong năm phần";
    // Board.
    "A FEN or startpos, and if wanted `moves` and moves in any notation" =>
        "FEN 或 startpos，之后可以加 moves 和任何记法的着法",
        "FEN 或 startpos，之後可以加 moves 和任何記法的著法",
        "Một FEN hoặc startpos, và nếu muốn thì `moves` cùng các nước đi bằng ký hiệu bất kỳ";
    "Write it as SVG" => "写成 SVG", "寫成 SVG", "Ghi thành SVG";
    "Write it as PNG" => "写成 PNG", "寫成 PNG", "Ghi thành PNG";
    "Width of the PNG in pixels" => "PNG 的宽度（像素）", "PNG 的寬度（畫素）",
        "Chiều rộng của PNG, tính bằng điểm ảnh";
    "What stands on the pieces" => "棋子上的文字", "棋子上的文字", "Chữ trên các quân cờ";
    "As on real pieces" => "与实物棋子相同", "與實物棋子相同", "Như trên quân cờ thật";
    "As in a FEN" => "与 FEN 相同", "與 FEN 相同", "Như trong FEN";
    "Black below" => "黑方在下", "黑方在下", "Đen ở dưới";
    "Draw an arrow for this move, in any notation" => "为此着法画箭头，记法不限",
        "為此著法畫箭頭，記法不限", "Vẽ mũi tên cho nước đi này, bằng ký hiệu bất kỳ";
    // Epd.
    "A line has a FEN and operations: `bm` best moves, `am` moves to avoid, `dm` moves to mate, `id` a name. Moves may be in any notation. A position is solved when every operation it has is fulfilled." =>
        "每行是一个 FEN 和若干操作：bm 最佳着法，am 应避免的着法，dm 几着将死，id 名称。着法的记法不限。所有操作都满足时，该局面算作解出。",
        "每行是一個 FEN 和若干操作：bm 最佳著法，am 應避免的著法，dm 幾著將死，id 名稱。著法的記法不限。所有操作都滿足時，該局面算作解出。",
        "Mỗi dòng có một FEN và các thao tác: `bm` nước tốt nhất, `am` nước cần tránh, `dm` số nước chiếu hết, `id` tên. Nước đi viết bằng ký hiệu bất kỳ. Một thế cờ được giải khi mọi thao tác của nó được thỏa mãn.";
    "The suite; - for standard input" => "测试集；- 为标准输入", "測試集；- 為標準輸入",
        "Bộ đề; - là đầu vào chuẩn";
    "Search a part of the positions only, such as 2/5, the second of five" =>
        "只搜索一部分局面，如 2/5 为五份中的第二份", "只搜索一部分局面，如 2/5 為五份中的第二份",
        "Chỉ tìm kiếm một phần các thế cờ, chẳng hạn 2/5 là phần thứ hai trong năm";
    "Write the positions with what was found: acd, acn, ce or dm, and pv" =>
        "写出局面和搜索结果：acd、acn、ce 或 dm，以及 pv",
        "寫出局面和搜索結果：acd、acn、ce 或 dm，以及 pv",
        "Ghi các thế cờ cùng những gì tìm được: acd, acn, ce hoặc dm, và pv";
    // Judge.
    "Reads PGN, XQF, DhtmlXQ, or a game a line: `FEN moves M1 M2 …`, `startpos moves …`, a bare FEN, or moves from the start position; moves in any notation. Prints a line for each game: `red_wins`, `black_wins`, `draw`, `ongoing` or `error`, a tab, and the reason; with several files the place of the game before it. The exit status is 1 when a game or a file cannot be read." =>
        "读取 PGN、XQF、DhtmlXQ，或每行一局：FEN moves M1 M2 …、startpos moves …、单独的 FEN，或从初始局面开始的着法；记法不限。每局输出一行：red_wins（红胜）、black_wins（黑胜）、draw（和）、ongoing（未结束）或 error（错误），制表符，然后是理由；有多个文件时，理由之前是对局的位置。有对局或文件无法读取时，退出状态为 1。",
        "讀取 PGN、XQF、DhtmlXQ，或每行一局：FEN moves M1 M2 …、startpos moves …、單獨的 FEN，或從初始局面開始的著法；記法不限。每局輸出一行：red_wins（紅勝）、black_wins（黑勝）、draw（和）、ongoing（未結束）或 error（錯誤），製表符，然後是理由；有多個檔案時，理由之前是對局的位置。有對局或檔案無法讀取時，退出狀態為 1。",
        "Đọc PGN, XQF, DhtmlXQ, hoặc mỗi dòng một ván: `FEN moves M1 M2 …`, `startpos moves …`, chỉ một FEN, hoặc các nước từ thế ban đầu; nước đi bằng ký hiệu bất kỳ. In một dòng cho mỗi ván: `red_wins`, `black_wins`, `draw`, `ongoing` hoặc `error`, một dấu tab, và lý do; khi có nhiều tệp thì trước đó là vị trí của ván. Trạng thái thoát là 1 khi có ván hoặc tệp không đọc được.";
    "Occurrence of a position at which its repetition is judged" => "同一局面第几次出现时裁决",
        "同一局面第幾次出現時裁決", "Lần xuất hiện thứ mấy của một thế cờ thì xử việc lặp lại";
    "Judge the last position as a search does at a node, all plies after the root" =>
        "像搜索在节点处那样裁决最后局面，所有步数都在根节点之后",
        "像搜索在節點處那樣裁決最後局面，所有步數都在根節點之後",
        "Xử thế cờ cuối như tìm kiếm làm ở một nút, mọi nước đều sau gốc";
    "Print N random games to judge instead, for comparisons with other judges" =>
        "改为输出 N 个随机对局，用于与其他裁决程序比较",
        "改為輸出 N 個隨機對局，用於與其他裁決程式比較",
        "Thay vào đó in N ván ngẫu nhiên để xử, dùng để so với các chương trình xử khác";
    "Seed of --generate" => "--generate 的随机种子", "--generate 的隨機種子",
        "Hạt giống ngẫu nhiên của --generate";
    // Notation.
    "Reads the moves of one game from the command line, or games from a file or from standard input: PGN, XQF, DhtmlXQ, files of CCBridge and others, of which PGN is made, or one game a line, of which lines are made, unless --format says otherwise. Files may be in UTF-8, GB18030 or Big5. Games with faults are left out and named, or kept as far as they are good." =>
        "从命令行读取一局的着法，或从文件、标准输入读取对局：PGN、XQF、DhtmlXQ、象棋桥等格式转成 PGN，每行一局的转成行，除非用 --format 另行指定。文件可以是 UTF-8、GB18030 或 Big5 编码。有错误的对局会被略过或只保留错误之前的部分，并会指明。",
        "從命令列讀取一局的著法，或從檔案、標準輸入讀取對局：PGN、XQF、DhtmlXQ、象棋橋等格式轉成 PGN，每行一局的轉成行，除非用 --format 另行指定。檔案可以是 UTF-8、GB18030 或 Big5 編碼。有錯誤的對局會被略過或只保留錯誤之前的部分，並會指明。",
        "Đọc các nước của một ván từ dòng lệnh, hoặc các ván từ tệp hay đầu vào chuẩn: PGN, XQF, DhtmlXQ, tệp CCBridge và các loại khác thì ghi thành PGN, mỗi dòng một ván thì ghi thành dòng, trừ khi --format nói khác. Tệp có thể ở mã UTF-8, GB18030 hoặc Big5. Các ván có lỗi bị bỏ qua và được nêu tên, hoặc được giữ lại phần còn đúng.";
    "The position before the first move [default: the start position]" =>
        "第一着之前的局面 [默认：初始局面]", "第一著之前的局面 [預設：初始局面]",
        "Thế cờ trước nước đầu tiên [mặc định: thế ban đầu]";
    "How the moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: any of them]" =>
        "原来的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：任意]",
        "原來的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：任意]",
        "Nước đi được viết thế nào: uci, uci1, iccs, wxf, simplified, traditional, san, san1 hoặc vietnamese [mặc định: kiểu bất kỳ]";
    "How to write them" => "转成哪种写法", "轉成哪種寫法", "Viết thành ký hiệu nào";
    "What games are written as [default: PGN, or lines when lines are read]" =>
        "对局的输出格式 [默认：PGN；读入的是行时为行]",
        "對局的輸出格式 [預設：PGN；讀入的是行時為行]",
        "Ghi các ván thành gì [mặc định: PGN, hoặc dòng khi đọc vào là dòng]";
    "With tags and comments" => "带标签和注释", "帶標籤和註釋", "Có thẻ và lời bình";
    "A game a line" => "每行一局", "每行一局", "Mỗi dòng một ván";
    "As sites have them on their pages" => "网站页面所用的格式", "網站頁面所用的格式",
        "Như các trang web dùng";
    "As PlayOK and clubs have them: the main line" => "PlayOK 和棋社的格式：只有主变",
        "PlayOK 和棋社的格式：只有主變", "Như PlayOK và các câu lạc bộ dùng: chỉ biến chính";
    "As XQStudio keeps them, one game a file" => "XQStudio（象棋演播室）的格式，一个文件一局",
        "XQStudio（象棋演播室）的格式，一個檔案一局", "Như XQStudio lưu, mỗi tệp một ván";
    "As CCBridge keeps them, one game a file" => "CCBridge（象棋桥）的格式，一个文件一局",
        "CCBridge（象棋橋）的格式，一個檔案一局", "Như CCBridge lưu, mỗi tệp một ván";
    "The moves all stand in the same position, instead of one after another" =>
        "所有着法都在同一局面，而不是依次走出", "所有著法都在同一局面，而不是依次走出",
        "Mọi nước đều ở cùng một thế cờ, thay vì nối tiếp nhau";
    "Read this file of games; - for standard input" => "读取此对局文件；- 为标准输入",
        "讀取此對局檔案；- 為標準輸入", "Đọc tệp ván cờ này; - là đầu vào chuẩn";
    "Only this game of the file, counted from 1" => "只转换文件中的这一局，从 1 数起",
        "只轉換檔案中的這一局，從 1 數起", "Chỉ ván này trong tệp, đếm từ 1";
    "Write each game to a file of its own in this folder, by its number; made when it is not there" =>
        "把每局写入此文件夹中单独的文件，以序号命名；文件夹不存在时建立",
        "把每局寫入此資料夾中單獨的檔案，以序號命名；資料夾不存在時建立",
        "Ghi mỗi ván vào một tệp riêng trong thư mục này, đặt tên theo số thứ tự; thư mục được tạo nếu chưa có";
    "The moves; without any, standard input is read" => "着法；没有时读取标准输入",
        "著法；沒有時讀取標準輸入", "Các nước đi; nếu không có thì đọc đầu vào chuẩn";
    // Play.
    "Moves may be in any notation: 炮二平五, C2.5, h2e2. Other words: help, hint, undo, moves, board, flip, level N, draw, resign, save [FILE], quit. With --ending, next as well." =>
        "着法的记法不限：炮二平五、C2.5、h2e2。其他命令：帮助、提示、悔棋、着法、棋盘、翻转、等级 N、提和、认输、保存 [文件]、退出；使用 --ending 时还有下一题。",
        "著法的記法不限：炮二平五、C2.5、h2e2。其他命令：幫助、提示、悔棋、著法、棋盤、翻轉、等級 N、提和、認輸、儲存 [檔案]、退出；使用 --ending 時還有下一題。",
        "Nước đi viết bằng ký hiệu bất kỳ: P2-5, C2.5, h2e2. Các lệnh khác: trợ giúp, gợi ý, đi lại, nước đi, bàn cờ, lật, cấp N, xin hòa, xin thua, lưu [TỆP], thoát. Với --ending còn có bài tiếp.";
    "Practise an ending against tables that know all its positions: a class such as KRKAB, the pieces of one side and then of the other; list names those at hand" =>
        "对照残局库练习残局：写出类别，如 KRKAB，先写一方的子力，再写另一方；list 列出现有的类别",
        "對照殘局庫練習殘局：寫出類別，如 KRKAB，先寫一方的子力，再寫另一方；list 列出現有的類別",
        "Luyện cờ tàn với bảng biết mọi thế cờ: một loại như KRKAB, quân của một bên rồi của bên kia; list liệt kê các loại đang có";
    "What is to be reached from the positions" => "要从局面中达到什么", "要從局面中達到什麼",
        "Điều cần đạt từ các thế cờ";
    "Win what is won by force" => "取胜（必胜局面）", "取勝（必勝局面）", "Thắng thế thắng cưỡng bức";
    "Win what is won because the other side may not check for ever" =>
        "取胜（对方因不得长将而负）", "取勝（對方因不得長將而負）",
        "Thắng thế thắng vì bên kia không được chiếu mãi";
    "Hold a draw that some moves lose" => "守和（有的着法会输）", "守和（有的著法會輸）",
        "Giữ thế hòa mà có nước đi sẽ thua";
    "Your moves to the win: 12, 10..20, 10.. or ..20; or easy, middle, hard or any" =>
        "取胜所需的着数：12、10..20、10.. 或 ..20；或 easy（易）、middle（中）、hard（难）、any（不限）",
        "取勝所需的著數：12、10..20、10.. 或 ..20；或 easy（易）、middle（中）、hard（難）、any（不限）",
        "Số nước của bạn để thắng: 12, 10..20, 10.. hoặc ..20; hoặc easy (dễ), middle (vừa), hard (khó), any (bất kỳ)";
    "The same seed gives the same positions [default: another one each time]" =>
        "相同的种子给出相同的局面 [默认：每次不同]", "相同的種子給出相同的局面 [預設：每次不同]",
        "Hạt giống như nhau cho thế cờ như nhau [mặc định: mỗi lần một khác]";
    "Also positions in which a capture at once does it" => "也要立即吃子即可达到的局面",
        "也要立即吃子即可達到的局面", "Cả những thế cờ mà chỉ cần ăn quân ngay là đạt";
    "Your side" => "您执哪一方", "您執哪一方", "Bên của bạn";
    "The person plays Red and moves first" => "您执红先行", "您執紅先行", "Bạn cầm Đỏ và đi trước";
    "The person plays Black" => "您执黑", "您執黑", "Bạn cầm Đen";
    "The person plays both sides" => "双方都由您走", "雙方都由您走", "Bạn đi cho cả hai bên";
    "How strong the engine plays, 0 to 20, or auto: as strong as your results say that you are" =>
        "引擎的强度，0 至 20；auto 表示随您的成绩调整到与您相当",
        "引擎的強度，0 至 20；auto 表示隨您的成績調整到與您相當",
        "Sức mạnh của engine, từ 0 đến 20; auto: ngang với bạn, theo kết quả của bạn";
    "Keep your results in this file, and say after each game how strong you are [default with --level auto: a file of your own in the folder where programs keep such]" =>
        "把您的成绩存入此文件，每局之后说明您的水平 [使用 --level auto 时默认：系统中您自己的程序数据文件夹里的文件]",
        "把您的成績存入此檔案，每局之後說明您的水準 [使用 --level auto 時預設：系統中您自己的程式資料資料夾裡的檔案]",
        "Lưu kết quả của bạn vào tệp này, và sau mỗi ván cho biết trình độ của bạn [mặc định khi dùng --level auto: tệp riêng của bạn trong thư mục dữ liệu chương trình]";
    "Milliseconds of the engine for each move" => "引擎每着的毫秒数", "引擎每著的毫秒數",
        "Số mili giây của engine cho mỗi nước";
    "Play by the clock: minutes for the game, and seconds for each move" =>
        "按棋钟对弈：基本分钟数和每着加秒数", "按棋鐘對弈：基本分鐘數和每著加秒數",
        "Chơi theo đồng hồ: số phút cho cả ván và số giây cho mỗi nước";
    "The position to begin with [default: the start position]" => "开始的局面 [默认：初始局面]",
        "開始的局面 [預設：初始局面]", "Thế cờ bắt đầu [mặc định: thế ban đầu]";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese; the board has letters or characters to match [default: wxf in English, else that of the language]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南），棋盘随之显示字母或汉字 [默认：英文时为 wxf，否则为该语言的写法]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南），棋盤隨之顯示字母或漢字 [預設：英文時為 wxf，否則為該語言的寫法]",
        "Cách viết nước đi: uci, uci1, iccs, wxf, simplified, traditional, san, san1 hoặc vietnamese; bàn cờ có chữ cái hoặc chữ Hán tương ứng [mặc định: wxf với tiếng Anh, vietnamese với tiếng Việt, còn lại là chữ Hán]";
    "Write the game as PGN when it is over" => "终局后把对局写成 PGN", "終局後把對局寫成 PGN",
        "Ghi ván cờ dưới dạng PGN khi kết thúc";
    // Solve.
    "A FEN or startpos, and if wanted `moves` and moves in any notation; or a file with one such position a line; - for standard input" =>
        "FEN 或 startpos，之后可以加 moves 和任何记法的着法；或每行一个这种局面的文件；- 表示标准输入",
        "FEN 或 startpos，之後可以加 moves 和任何記法的著法；或每行一個這種局面的檔案；- 表示標準輸入",
        "Một FEN hoặc startpos, và nếu muốn thì `moves` cùng các nước đi bằng ký hiệu bất kỳ; hoặc một tệp mỗi dòng một thế cờ như vậy; - là đầu vào chuẩn";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: uci in English, else that of the language]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：英文时为 uci，否则为该语言的写法]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：英文時為 uci，否則為該語言的寫法]",
        "Cách viết nước đi: uci, uci1, iccs, wxf, simplified, traditional, san, san1 hoặc vietnamese [mặc định: uci với tiếng Anh, vietnamese với tiếng Việt, còn lại là chữ Hán]";
    "Mate within N moves, 1 to 31 [default: 31]" => "在多少着之内将死，1 至 31 [默认：31]", "在多少著之內將死，1 至 31 [預設：31]",
        "Chiếu hết trong vòng N nước, từ 1 đến 31 [mặc định: 31]";
    "The attacker's moves: checks alone, also threats to mate, or any" =>
        "攻方的着法：只有将军（checks）、也有杀着威胁（threats）或不限（any）",
        "攻方的著法：只有將軍（checks）、也有殺著威脅（threats）或不限（any）",
        "Các nước của bên tấn công: chỉ nước chiếu (checks), thêm nước dọa chiếu hết (threats), hoặc bất kỳ (any)";
    "Nodes after which a position is given up" => "搜索多少节点后放弃", "搜索多少節點後放棄",
        "Số nút mà sau đó bỏ một thế cờ";
    "Seconds after which a position is given up" => "搜索多少秒后放弃", "搜索多少秒後放棄",
        "Số giây mà sau đó bỏ một thế cờ";
    "Take the first mate found instead of looking for the shortest" =>
        "找到杀法即可，不再寻找最短的", "找到殺法即可，不再尋找最短的",
        "Lấy đòn chiếu hết đầu tiên tìm được thay vì tìm đòn ngắn nhất";
    "Print all first moves that mate as quickly" => "输出所有同样快的首着", "輸出所有同樣快的首著",
        "In mọi nước đầu chiếu hết nhanh như nhau";
    "Play each proof against every reply that the reference move generator lists, until N positions have been visited" =>
        "对照参考着法生成器列出的每个应着复核证明，直到访问这么多局面",
        "對照參考著法生成器列出的每個應著複核證明，直到訪問這麼多局面",
        "Đi lại mỗi chứng minh với mọi nước đáp mà bộ sinh nước tham chiếu liệt kê, cho đến khi xét N thế cờ";
    "Size of the table in MiB" => "表的大小（MiB）", "表的大小（MiB）",
        "Kích thước bảng, tính bằng MiB";
    // Databases of games.
    "Faults to name one by one [default: 10]" =>
        "逐条列出的错误数 [默认：10]", "逐條列出的錯誤數 [預設：10]",
        "Số lỗi được nêu từng cái [mặc định: 10]";
    "Collect games in a database, and look positions and players up" =>
        "把棋谱收入数据库，按局面和棋手查找", "把棋譜收入資料庫，按局面和棋手查找",
        "Thu thập ván cờ vào cơ sở dữ liệu, tra thế cờ và kỳ thủ";
    "Read games into a database, or read again what has changed" =>
        "把棋谱读入数据库，或重读有变动的文件", "把棋譜讀入資料庫，或重讀有變動的檔案",
        "Đọc ván cờ vào cơ sở dữ liệu, hoặc đọc lại những gì đã thay đổi";
    "Reads every file that the other commands read. Files that have not changed since they were read without faults are left alone, and games whose file is gone are taken out. A run that is ended early is continued by the same command." =>
        "可读其他命令能读的所有文件。未变动而又无错误的文件不再读取；已删除的文件，其对局从数据库中去掉。提前结束后，再次运行同一命令即可继续。",
        "可讀其他命令能讀的所有檔案。未變動而又無錯誤的檔案不再讀取；已刪除的檔案，其對局從資料庫中去掉。提前結束後，再次執行同一命令即可繼續。",
        "Đọc mọi loại tệp mà các lệnh khác đọc được. Những tệp không thay đổi từ khi được đọc mà không có lỗi thì để yên, và các ván có tệp đã mất thì bị lấy ra. Lần chạy kết thúc sớm được tiếp tục bằng cùng lệnh đó.";
    "The database; made when it is not there" =>
        "数据库；不存在时建立", "資料庫；不存在時建立", "Cơ sở dữ liệu; được tạo nếu chưa có";
    "Files of games, or folders with such files" =>
        "棋谱文件，或含有棋谱文件的文件夹", "棋譜檔案，或含有棋譜檔案的資料夾",
        "Các tệp ván cờ, hoặc thư mục chứa những tệp đó";
    "Find games in a database: those with a position, of a player, with an opening" =>
        "在数据库中查找对局：按局面、棋手、开局", "在資料庫中查找對局：按局面、棋手、開局",
        "Tìm ván trong cơ sở dữ liệu: theo thế cờ, kỳ thủ, khai cuộc";
    "With a position it also says what was played there, how often, and with what results. A position counts whatever moves led to it, and so does its mirror image. All conditions hold together." =>
        "给出局面时，还列出在此走过的着法、次数和结果。无论由什么着法形成的局面及其左右对称的局面都计入。所有条件须同时满足。",
        "給出局面時，還列出在此走過的著法、次數和結果。無論由什麼著法形成的局面及其左右對稱的局面都計入。所有條件須同時滿足。",
        "Khi cho thế cờ, nó còn nói ở đó đã đi những gì, bao nhiêu lần, kết quả ra sao. Thế cờ được tính dù đến bằng nước nào, và cả ảnh đối xứng của nó. Mọi điều kiện phải cùng thỏa mãn.";
    "The database that 'chuhe games index' has made" =>
        "由 chuhe games index 建立的数据库", "由 chuhe games index 建立的資料庫",
        "Cơ sở dữ liệu do 'chuhe games index' tạo ra";
    "A position: a FEN or startpos, or moves from the start position, in any notation" =>
        "局面：FEN 或 startpos，或从初始局面开始的着法，记法不限",
        "局面：FEN 或 startpos，或從初始局面開始的著法，記法不限",
        "Thế cờ: một FEN hoặc startpos, hoặc các nước từ thế ban đầu, bằng ký hiệu bất kỳ";
    "Games to list [default: 20]" =>
        "列出的局数 [默认：20]", "列出的局數 [預設：20]", "Số ván liệt kê [mặc định: 20]";
    "Also search the position with so many nodes and say what the engine would play" =>
        "再用这么多节点搜索该局面，给出引擎的着法", "再用這麼多節點搜索該局面，給出引擎的著法",
        "Đồng thời tìm kiếm thế cờ với từng này nút và nói engine sẽ đi gì";
    "Write a page to click through the moves from the position on, with the games" =>
        "写出网页，可从该局面起逐着点选，并查看对局", "寫出網頁，可從該局面起逐著點選，並查看對局",
        "Ghi một trang để bấm xem các nước từ thế cờ trở đi, cùng các ván";
    "Write all games that were found to this file as PGN" =>
        "把找到的所有对局写入此 PGN 文件", "把找到的所有對局寫入此 PGN 檔案",
        "Ghi mọi ván tìm được vào tệp này dưới dạng PGN";
    "Either player" =>
        "任一方棋手", "任一方棋手", "Kỳ thủ bên nào cũng được";
    "The player of Red" =>
        "红方棋手", "紅方棋手", "Kỳ thủ cầm Đỏ";
    "The player of Black" =>
        "黑方棋手", "黑方棋手", "Kỳ thủ cầm Đen";
    "The event" =>
        "赛事", "賽事", "Giải đấu";
    "The opening, by a part of its name in any language" =>
        "开局，任一语言名称的一部分即可", "開局，任一語言名稱的一部分即可",
        "Khai cuộc, theo một phần tên của nó trong ngôn ngữ bất kỳ";
    "How the games ended" =>
        "对局结果", "對局結果", "Các ván kết thúc thế nào";
    "The first year" =>
        "最早年份", "最早年份", "Năm đầu";
    "The last year" =>
        "最晚年份", "最晚年份", "Năm cuối";
    "Red won" =>
        "红胜", "紅勝", "Đỏ thắng";
    "Black won" =>
        "黑胜", "黑勝", "Đen thắng";
    "Drawn" =>
        "和棋", "和棋", "Hòa";
};
