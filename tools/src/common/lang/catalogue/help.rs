//! What `--help` says.

use super::Phrase;

/// English, simplified and traditional Chinese.
pub const HELP: &[Phrase] = phrases! {
    // The program and its commands.
    "Chuhe (楚河), a Chinese chess engine. Without a command it speaks UCI, UCCI or CECP on standard input and output" =>
        "楚河，中国象棋引擎。不带命令时，在标准输入和输出上使用 UCI、UCCI 或 CECP 协议",
        "楚河，中國象棋引擎。不帶命令時，在標準輸入和輸出上使用 UCI、UCCI 或 CECP 協議";
    "Search every position of games, and mark the moves that lost something" =>
        "分析对局的每个局面，标出问题着法", "分析對局的每個局面，標出問題著法";
    "Search a fixed set of positions and print the number of nodes" =>
        "搜索一组固定局面，输出节点数", "搜索一組固定局面，輸出節點數";
    "Draw a position as SVG or PNG" => "把局面画成 SVG 或 PNG 图片", "把局面畫成 SVG 或 PNG 圖片";
    "Build opening books and show what they hold" => "制作开局库，查看其内容",
        "製作開局庫，檢視其內容";
    "Print what a shell needs to complete commands and options" => "输出命令行补全脚本",
        "輸出命令列補全指令碼";
    "Let the engine play itself and store the games with their scores" =>
        "引擎自我对弈，保存对局和评分", "引擎自我對弈，儲存對局和評分";
    "Solved endings: tables of won and drawn positions" => "残局库：已求解的胜局与和局",
        "殘局庫：已求解的勝局與和局";
    "Search the positions of a suite, and count how many are solved" =>
        "搜索测试集中的局面，统计解出多少", "搜索測試集中的局面，統計解出多少";
    "Fit what scores mean to the results of games" => "按对局结果拟合评分的含义",
        "按對局結果擬合評分的含義";
    "Judge the last position of games by a rule set" => "按棋规裁决对局的最后局面",
        "按棋規裁決對局的最後局面";
    "Measure what each search technique is worth" => "测量每项搜索技术的作用",
        "測量每項搜索技術的作用";
    "Print the manual page of the program or of a command" => "输出程序或命令的手册页",
        "輸出程式或命令的手冊頁";
    "Let engines play each other and judge the results as they come" =>
        "引擎之间比赛，并随时统计结果", "引擎之間比賽，並隨時統計結果";
    "Look at network files, or make one the built-in network" => "查看网络文件，或将其设为内置网络",
        "檢視網路檔案，或將其設為內建網路";
    "Convert moves between coordinates, ICCS, WXF, SAN, Chinese and Vietnamese notation" =>
        "在坐标、ICCS、WXF、SAN、中文和越南记法之间转换着法",
        "在座標、ICCS、WXF、SAN、中文和越南記法之間轉換著法";
    "Print openings for matches: random moves from the start position that leave it level" =>
        "输出比赛用的开局：从初始局面随机走若干步而仍然均势",
        "輸出比賽用的開局：從初始局面隨機走若干步而仍然均勢";
    "Count the lines of legal moves of a given length" => "计算给定步数的合法变化数目",
        "計算給定步數的合法變化數目";
    "Print the static evaluation of a position" => "输出局面的静态评估", "輸出局面的靜態評估";
    "Play a game against the engine on the terminal" => "在终端上与引擎对弈", "在終端上與引擎對弈";
    "Score the positions of stored games again, with a deeper search or a newer network" =>
        "用更深的搜索或更新的网络重新评分已存的对局", "用更深的搜索或更新的網路重新評分已存的對局";
    "Look for forced mates and prove them" => "寻找并证明连杀等必胜杀法",
        "尋找並證明連殺等必勝殺法";
    "Learn a network from games" => "从对局中训练网络", "從對局中訓練網路";
    "Tune the numbers of a search by games against itself (SPSA)" =>
        "通过自我对弈调整搜索参数（SPSA）", "透過自我對弈調整搜索參數（SPSA）";
    // Options of several commands.
    "Language of texts: en, zh-Hans or zh-Hant [default: that of the locale]" =>
        "文字的语言：en、zh-Hans 或 zh-Hant [默认：系统语言]",
        "文字的語言：en、zh-Hans 或 zh-Hant [預設：系統語言]";
    "Use colours: auto (on a terminal, unless NO_COLOR is set), always or never" =>
        "是否使用颜色：auto（在终端上且未设置 NO_COLOR 时）、always 或 never",
        "是否使用顏色：auto（在終端上且未設定 NO_COLOR 時）、always 或 never";
    "On a terminal, unless the variable NO_COLOR is set" =>
        "在终端上使用，除非设置了环境变量 NO_COLOR", "在終端上使用，除非設定了環境變數 NO_COLOR";
    "Also in files and pipes" => "在文件和管道中也使用", "在檔案和管道中也使用";
    "Nowhere" => "一律不用", "一律不用";
    "Write the result to this file as JSON; with - to standard output, which then has nothing else" =>
        "把结果以 JSON 写入此文件；- 为标准输出，此时不再输出其他内容",
        "把結果以 JSON 寫入此檔案；- 為標準輸出，此時不再輸出其他內容";
    "Encoding of files, such as gbk, big5, utf-16le or windows-1258 [default: found out]" =>
        "文件的编码，如 gbk、big5、utf-16le 或 windows-1258 [默认：自动判断]",
        "檔案的編碼，如 gbk、big5、utf-16le 或 windows-1258 [預設：自動判斷]";
    "Rule set that games are judged by" => "裁决对局所用的棋规", "裁決對局所用的棋規";
    "Milliseconds for each position [default: 1000, when nothing else is given]" =>
        "每个局面的毫秒数 [默认：1000，若未给出其他限制]",
        "每個局面的毫秒數 [預設：1000，若未給出其他限制]";
    "Plies of search for each position" => "每个局面的搜索深度（步数）",
        "每個局面的搜索深度（步數）";
    "Nodes for each position" => "每个局面的节点数", "每個局面的節點數";
    "Positions searched at a time" => "同时搜索的局面数", "同時搜索的局面數";
    "MiB of the hash table of each" => "每个置换表的大小（MiB）", "每個置換表的大小（MiB）";
    "A network file to judge positions with instead of the built-in network" =>
        "用此网络文件代替内置网络评估局面", "用此網路檔案代替內建網路評估局面";
    "Also use the tables of solved endings in this folder" => "同时使用此目录中的残局库",
        "同時使用此目錄中的殘局庫";
    // Analyze.
    "Reads PGN, XQF, DhtmlXQ, and lists of moves or FENs, a game or position a line, in any notation, in UTF-8, GB18030 or Big5. Prints a table; writes JSON, annotated PGN and a report to open in a browser. Games with faults are left out and named." =>
        "读取 PGN、XQF、DhtmlXQ，以及每行一局（或一个局面）的着法或 FEN；记法不限，编码为 UTF-8、GB18030 或 Big5。输出表格，并可写出 JSON、带注释的 PGN 和用浏览器打开的报告。有错误的对局会被略过并指明。",
        "讀取 PGN、XQF、DhtmlXQ，以及每行一局（或一個局面）的著法或 FEN；記法不限，編碼為 UTF-8、GB18030 或 Big5。輸出表格，並可寫出 JSON、帶註釋的 PGN 和用瀏覽器開啟的報告。有錯誤的對局會被略過並指明。";
    "Files of games, or folders with such files; - for standard input" =>
        "对局文件，或含有对局文件的文件夹；- 为标准输入",
        "對局檔案，或含有對局檔案的資料夾；- 為標準輸入";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: simplified, or traditional with --lang zh-Hant]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：simplified；--lang zh-Hant 时为 traditional]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：simplified；--lang zh-Hant 時為 traditional]";
    "Analyse a part of the games only, such as 2/5, the second of five" =>
        "只分析一部分对局，如 2/5 为五份中的第二份", "只分析一部分對局，如 2/5 為五份中的第二份";
    "Keep what was found in this file; the same command goes on from there" =>
        "把已有结果保存在此文件中；再次运行同一命令即从那里继续",
        "把已有結果儲存在此檔案中；再次執行同一命令即從那裡繼續";
    "Write everything as JSON" => "以 JSON 写出全部结果", "以 JSON 寫出全部結果";
    "Write the games as PGN, with scores, marks and better lines" =>
        "把对局写成 PGN，附评分、标记和更好的变化", "把對局寫成 PGN，附評分、標記和更好的變化";
    "Write a report to open in a browser, with a board to step through the games" =>
        "写出用浏览器打开的报告，带有可逐步演示对局的棋盘",
        "寫出用瀏覽器開啟的報告，帶有可逐步演示對局的棋盤";
    // Board.
    "A FEN or startpos, and if wanted `moves` and moves in any notation" =>
        "FEN 或 startpos，之后可以加 moves 和任何记法的着法",
        "FEN 或 startpos，之後可以加 moves 和任何記法的著法";
    "Write it as SVG" => "写成 SVG", "寫成 SVG";
    "Write it as PNG" => "写成 PNG", "寫成 PNG";
    "Points from left to right of the PNG" => "PNG 的宽度（像素）", "PNG 的寬度（畫素）";
    "What stands on the pieces" => "棋子上的文字", "棋子上的文字";
    "As on real pieces" => "与实物棋子相同", "與實物棋子相同";
    "As in a FEN" => "与 FEN 相同", "與 FEN 相同";
    "Black below" => "黑方在下", "黑方在下";
    "Draw an arrow for this move, in any notation" => "为此着法画箭头，记法不限",
        "為此著法畫箭頭，記法不限";
    // Epd.
    "A line has a FEN and operations: `bm` best moves, `am` moves to avoid, `dm` moves to mate, `id` a name. Moves may be in any notation. A position is solved when every operation it has is fulfilled." =>
        "每行是一个 FEN 和若干操作：bm 最佳着法，am 应避免的着法，dm 几着将死，id 名称。着法的记法不限。所有操作都满足时，该局面算作解出。",
        "每行是一個 FEN 和若干操作：bm 最佳著法，am 應避免的著法，dm 幾著將死，id 名稱。著法的記法不限。所有操作都滿足時，該局面算作解出。";
    "The suite; - for standard input" => "测试集；- 为标准输入", "測試集；- 為標準輸入";
    "Search a part of the positions only, such as 2/5, the second of five" =>
        "只搜索一部分局面，如 2/5 为五份中的第二份", "只搜索一部分局面，如 2/5 為五份中的第二份";
    "Write the positions with what was found: acd, acn, ce or dm, and pv" =>
        "写出局面和搜索结果：acd、acn、ce 或 dm，以及 pv",
        "寫出局面和搜索結果：acd、acn、ce 或 dm，以及 pv";
    // Judge.
    "Reads PGN, XQF, DhtmlXQ, or a game a line: `FEN moves M1 M2 …`, `startpos moves …`, a bare FEN, or moves from the start position; moves in any notation. Prints a line for each game: `red_wins`, `black_wins`, `draw`, `ongoing` or `error`, a tab, and the reason; with several files the place of the game before it. The exit status is 1 when a game or a file cannot be read." =>
        "读取 PGN、XQF、DhtmlXQ，或每行一局：FEN moves M1 M2 …、startpos moves …、单独的 FEN，或从初始局面开始的着法；记法不限。每局输出一行：red_wins（红胜）、black_wins（黑胜）、draw（和）、ongoing（未结束）或 error（错误），制表符，然后是理由；有多个文件时，理由之前是对局的位置。有对局或文件无法读取时，退出状态为 1。",
        "讀取 PGN、XQF、DhtmlXQ，或每行一局：FEN moves M1 M2 …、startpos moves …、單獨的 FEN，或從初始局面開始的著法；記法不限。每局輸出一行：red_wins（紅勝）、black_wins（黑勝）、draw（和）、ongoing（未結束）或 error（錯誤），製表符，然後是理由；有多個檔案時，理由之前是對局的位置。有對局或檔案無法讀取時，退出狀態為 1。";
    "Occurrence of a position at which its repetition is judged" => "同一局面第几次出现时裁决",
        "同一局面第幾次出現時裁決";
    "Judge the last position as a search does at a node, all plies after the root" =>
        "像搜索在节点处那样裁决最后局面，所有步数都在根节点之后",
        "像搜索在節點處那樣裁決最後局面，所有步數都在根節點之後";
    "Print N random games to judge instead, for comparisons with other judges" =>
        "改为输出 N 个随机对局，用于与其他裁决程序比较",
        "改為輸出 N 個隨機對局，用於與其他裁決程式比較";
    "Seed of --generate" => "--generate 的随机种子", "--generate 的隨機種子";
    // Notation.
    "Reads the moves of one game from the command line, or games from a file or from standard input: PGN, XQF, DhtmlXQ, files of CCBridge and others, of which PGN is made, or one game a line, of which lines are made, unless --format says otherwise. Files may be in UTF-8, GB18030 or Big5. Games with faults are left out and named, or kept as far as they are good." =>
        "从命令行读取一局的着法，或从文件、标准输入读取对局：PGN、XQF、DhtmlXQ、象棋桥等格式转成 PGN，每行一局的转成行，除非用 --format 另行指定。文件可以是 UTF-8、GB18030 或 Big5 编码。有错误的对局会被略过或只保留错误之前的部分，并会指明。",
        "從命令列讀取一局的著法，或從檔案、標準輸入讀取對局：PGN、XQF、DhtmlXQ、象棋橋等格式轉成 PGN，每行一局的轉成行，除非用 --format 另行指定。檔案可以是 UTF-8、GB18030 或 Big5 編碼。有錯誤的對局會被略過或只保留錯誤之前的部分，並會指明。";
    "The position before the first move [default: the start position]" =>
        "第一着之前的局面 [默认：初始局面]", "第一著之前的局面 [預設：初始局面]";
    "How the moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: any of them]" =>
        "原来的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：任意]",
        "原來的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：任意]";
    "How to write them" => "转成哪种写法", "轉成哪種寫法";
    "What games are written as [default: PGN, or lines when lines are read]" =>
        "对局的输出格式 [默认：PGN；读入的是行时为行]",
        "對局的輸出格式 [預設：PGN；讀入的是行時為行]";
    "With tags and comments" => "带标签和注释", "帶標籤和註釋";
    "A game a line" => "每行一局", "每行一局";
    "As sites have them on their pages" => "网站页面所用的格式", "網站頁面所用的格式";
    "As PlayOK and clubs have them: the main line" => "PlayOK 和棋社的格式：只有主变",
        "PlayOK 和棋社的格式：只有主變";
    "As XQStudio keeps them, one game a file" => "XQStudio（象棋演播室）的格式，一个文件一局",
        "XQStudio（象棋演播室）的格式，一個檔案一局";
    "As CCBridge keeps them, one game a file" => "CCBridge（象棋桥）的格式，一个文件一局",
        "CCBridge（象棋橋）的格式，一個檔案一局";
    "The moves all stand in the same position, instead of one after another" =>
        "所有着法都在同一局面，而不是依次走出", "所有著法都在同一局面，而不是依次走出";
    "Read this file of games; - for standard input" => "读取此对局文件；- 为标准输入",
        "讀取此對局檔案；- 為標準輸入";
    "Only this game of the file, counted from 1" => "只转换文件中的这一局，从 1 数起",
        "只轉換檔案中的這一局，從 1 數起";
    "Write each game to a file of its own in this folder, by its number; made when it is not there" =>
        "把每局写入此文件夹中单独的文件，以序号命名；文件夹不存在时建立",
        "把每局寫入此資料夾中單獨的檔案，以序號命名；資料夾不存在時建立";
    "The moves; without any, standard input is read" => "着法；没有时读取标准输入",
        "著法；沒有時讀取標準輸入";
    // Play.
    "Moves may be in any notation: 炮二平五, C2.5, h2e2. Other words: help, hint, undo, moves, board, flip, level N, resign, save [FILE], quit." =>
        "着法的记法不限：炮二平五、C2.5、h2e2。其他命令：帮助、提示、悔棋、着法、棋盘、翻转、等级 N、认输、保存 [文件]、退出。",
        "著法的記法不限：炮二平五、C2.5、h2e2。其他命令：幫助、提示、悔棋、著法、棋盤、翻轉、等級 N、認輸、儲存 [檔案]、退出。";
    "Your side" => "您执哪一方", "您執哪一方";
    "The person plays Red and moves first" => "您执红先行", "您執紅先行";
    "The person plays Black" => "您执黑", "您執黑";
    "The person plays both sides" => "双方都由您走", "雙方都由您走";
    "How strong the engine plays, 0 to 20" => "引擎的强度，0 至 20", "引擎的強度，0 至 20";
    "Milliseconds of the engine for each move" => "引擎每着的毫秒数", "引擎每著的毫秒數";
    "Play by the clock: minutes for the game, and seconds for each move" =>
        "按棋钟对弈：基本分钟数和每着加秒数", "按棋鐘對弈：基本分鐘數和每著加秒數";
    "The position to begin with [default: the start position]" => "开始的局面 [默认：初始局面]",
        "開始的局面 [預設：初始局面]";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese; the board has letters or characters to match [default: wxf in English, else Chinese]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南），棋盘随之显示字母或汉字 [默认：英文时为 wxf，否则为中文]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南），棋盤隨之顯示字母或漢字 [預設：英文時為 wxf，否則為中文]";
    "Write the game as PGN when it is over" => "终局后把对局写成 PGN", "終局後把對局寫成 PGN";
    // Solve.
    "A FEN or startpos, and if wanted `moves` and moves in any notation; or a file with one such position a line; - for standard input" =>
        "FEN 或 startpos，之后可以加 moves 和任何记法的着法；或每行一个这种局面的文件；- 表示标准输入",
        "FEN 或 startpos，之後可以加 moves 和任何記法的著法；或每行一個這種局面的檔案；- 表示標準輸入";
    "How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or vietnamese [default: uci in English, else Chinese]" =>
        "着法的写法：uci、uci1、iccs、wxf、simplified（简体）、traditional（繁体）、san、san1 或 vietnamese（越南）[默认：英文时为 uci，否则为中文]",
        "著法的寫法：uci、uci1、iccs、wxf、simplified（簡體）、traditional（繁體）、san、san1 或 vietnamese（越南）[預設：英文時為 uci，否則為中文]";
    "Mate within N moves" => "在多少着之内将死", "在多少著之內將死";
    "The attacker's moves: checks alone, also threats to mate, or any" =>
        "攻方的着法：只有将军（checks）、也有杀着威胁（threats）或不限（any）",
        "攻方的著法：只有將軍（checks）、也有殺著威脅（threats）或不限（any）";
    "Nodes after which a position is given up" => "搜索多少节点后放弃", "搜索多少節點後放棄";
    "Seconds after which a position is given up" => "搜索多少秒后放弃", "搜索多少秒後放棄";
    "Take the first mate found instead of looking for the shortest" =>
        "找到杀法即可，不再寻找最短的", "找到殺法即可，不再尋找最短的";
    "Print all first moves that mate as quickly" => "输出所有同样快的首着", "輸出所有同樣快的首著";
    "Play each proof against every reply that the reference move generator lists, until N positions have been visited" =>
        "对照参考着法生成器列出的每个应着复核证明，直到访问这么多局面",
        "對照參考著法生成器列出的每個應著複核證明，直到訪問這麼多局面";
    "Size of the table in MiB" => "表的大小（MiB）", "表的大小（MiB）";
    // Match.
    "An engine: cmd=PROGRAM, then as needed name=.., args=.., option.X=.., one of tc=.., movetime=MS, nodes=N, depth=N, and dir, proto, ranks, unit, margin, patience, restart, stderr, startup, fen. Give two or more" =>
        "一个引擎：cmd=程序，再按需要加 name=..、args=..、option.X=..，以及 tc=..、movetime=毫秒、nodes=N、depth=N 之一，和 dir、proto、ranks、unit、margin、patience、restart、stderr、startup、fen。至少给出两个",
        "一個引擎：cmd=程式，再按需要加 name=..、args=..、option.X=..，以及 tc=..、movetime=毫秒、nodes=N、depth=N 之一，和 dir、proto、ranks、unit、margin、patience、restart、stderr、startup、fen。至少給出兩個";
    "Settings of all engines; an engine's own win" => "所有引擎的设置；引擎自己的设置优先",
        "所有引擎的設定；引擎自己的設定優先";
    "Openings: a line each, `FEN [moves ..]` or `startpos [moves ..]`, or games in PGN; without it every game begins at the start position" =>
        "开局：每行一个 FEN [moves ..] 或 startpos [moves ..]，或 PGN 对局；没有时每局从初始局面开始",
        "開局：每行一個 FEN [moves ..] 或 startpos [moves ..]，或 PGN 對局；沒有時每局從初始局面開始";
    "Use at most this many moves of each opening" => "每个开局最多使用这么多步",
        "每個開局最多使用這麼多步";
    "Begin with this opening of the order, counted from 1" => "从第几个开局开始，从 1 数起",
        "從第幾個開局開始，從 1 數起";
    "Order of the openings: random or sequential" =>
        "开局的顺序：random（随机）或 sequential（依次）",
        "開局的順序：random（隨機）或 sequential（依次）";
    "Seed of the random order; chosen and recorded when not given" =>
        "随机顺序的种子；未给出时自动选取并记录", "隨機順序的種子；未給出時自動選取並記錄";
    "Games of each pairing, an even number: each opening is played with both colours" =>
        "每对引擎的局数，须为偶数：每个开局双方各执红一次",
        "每對引擎的局數，須為偶數：每個開局雙方各執紅一次";
    "Play each opening once; colours change from one to the next, and games are judged one by one" =>
        "每个开局只下一次，逐局换先，按单局统计", "每個開局只下一次，逐局換先，按單局統計";
    "Judge by single games, not by pairs" => "按单局而不是按对统计", "按單局而不是按對統計";
    "Do not exchange colours" => "不换先", "不換先";
    "Let the second engine of each pairing begin with Red" => "每对中由第二个引擎先执红",
        "每對中由第二個引擎先執紅";
    "Play part I of N of the match, counted from 1: whole rounds, the same for the same seed" =>
        "只下比赛 N 份中的第 I 份，从 1 数起：按整轮划分，种子相同则相同",
        "只下比賽 N 份中的第 I 份，從 1 數起：按整輪劃分，種子相同則相同";
    "Who meets whom: roundrobin, gauntlet (the first engine against all others) or gauntlet=N" =>
        "对阵方式：roundrobin（循环赛）、gauntlet（第一个引擎对其余所有引擎）或 gauntlet=N",
        "對陣方式：roundrobin（迴圈賽）、gauntlet（第一個引擎對其餘所有引擎）或 gauntlet=N";
    "Games at a time" => "同时进行的局数", "同時進行的局數";
    "Sequential test of two engines: elo0=0,elo1=5 with alpha=0.05, beta=0.05 unless given, and model=normalized, logistic or bayesian; the match ends when it is decided" =>
        "两个引擎的序贯检验：elo0=0,elo1=5，默认 alpha=0.05、beta=0.05，model=normalized、logistic 或 bayesian；得出结论时比赛结束",
        "兩個引擎的序貫檢驗：elo0=0,elo1=5，預設 alpha=0.05、beta=0.05，model=normalized、logistic 或 bayesian；得出結論時比賽結束";
    "Resign for an engine: moves=4,score=600[,two-sided]" =>
        "代引擎认输：moves=4,score=600[,two-sided]", "代引擎認輸：moves=4,score=600[,two-sided]";
    "Adjudicate draws: after=40,moves=8,score=10" => "裁定和棋：after=40,moves=8,score=10",
        "裁定和棋：after=40,moves=8,score=10";
    "Draw games of this many plies" => "走满这么多步判和", "走滿這麼多步判和";
    "Adjudicate endings that the tables in the program have solved, or those of a folder" =>
        "按程序内置（或目录中）的残局库裁定已知胜和的残局",
        "按程式內建（或目錄中）的殘局庫裁定已知勝和的殘局";
    "Append the games to this PGN file" => "把对局追加到此 PGN 文件", "把對局追加到此 PGN 檔案";
    "How moves are written in the PGN: iccs (H2-E2), uci (h2e2), wxf (C2.5), simplified or traditional (炮二平五)" =>
        "PGN 中着法的写法：iccs（H2-E2）、uci（h2e2）、wxf（C2.5）、simplified 或 traditional（炮二平五）",
        "PGN 中著法的寫法：iccs（H2-E2）、uci（h2e2）、wxf（C2.5）、simplified 或 traditional（炮二平五）";
    "What the PGN says of each move beside score, depth and time: some of nodes, seldepth, nps, left, latency, pv; or none" =>
        "PGN 中每着除评分、深度和用时外还写什么：nodes、seldepth、nps、left、latency、pv 中的若干个，或 none",
        "PGN 中每著除評分、深度和用時外還寫什麼：nodes、seldepth、nps、left、latency、pv 中的若干個，或 none";
    "Keep lines of the engines that match this regular expression in the remarks" =>
        "把引擎输出中符合此正则表达式的行保留在注释中",
        "把引擎輸出中符合此正規表示式的行保留在註釋中";
    "Say in the PGN why games ended with the words of programs for chess" =>
        "在 PGN 中用国际象棋程序的用语说明终局原因", "在 PGN 中用國際象棋程式的用語說明終局原因";
    "Keep the state of the match in this file, one line of JSON for each game; the same command takes it up again" =>
        "把比赛状态保存在此文件中，每局一行 JSON；再次运行同一命令即可继续",
        "把比賽狀態儲存在此檔案中，每局一行 JSON；再次執行同一命令即可繼續";
    "Write the result to this file as one object of JSON" => "把结果作为一个 JSON 对象写入此文件",
        "把結果作為一個 JSON 物件寫入此檔案";
    "Write a report to open in a browser: curves of strength and test, openings, endings, time and depth, and a board to step through the games" =>
        "写出用浏览器打开的报告：强度和检验的曲线、开局、结束方式、用时和深度，以及可逐步演示对局的棋盘",
        "寫出用瀏覽器開啟的報告：強度和檢驗的曲線、開局、結束方式、用時和深度，以及可逐步演示對局的棋盤";
    "Play nothing: join these state files, the shards of a match or a single one, and print the result; with --state write the whole to that file" =>
        "不下棋：合并这些状态文件（比赛的各部分或单独一个）并输出结果；有 --state 时把全部写入该文件",
        "不下棋：合併這些狀態檔案（比賽的各部分或單獨一個）並輸出結果；有 --state 時把全部寫入該檔案";
    "Name of the match in the PGN" => "PGN 中比赛的名称", "PGN 中比賽的名稱";
    "Where the match is played, for the PGN" => "PGN 中比赛的地点", "PGN 中比賽的地點";
    "Bind the engines of each game to one processor, of this list such as 0,2,4-7 (needs taskset)" =>
        "把每局的引擎绑定到一个处理器，可给出列表，如 0,2,4-7（需要 taskset）",
        "把每局的引擎繫結到一個處理器，可給出列表，如 0,2,4-7（需要 taskset）";
    "Milliseconds to wait between games" => "两局之间等待的毫秒数", "兩局之間等待的毫秒數";
    "Ask both engines (those that answer `d` with a verdict, as Chuhe does) and the slow judge about the end of every game; status 5 when one of them disagrees" =>
        "每局结束时询问双方引擎（能像楚河那样以裁决回答 d 的）和慢速裁决；有不同意见时退出状态为 5",
        "每局結束時詢問雙方引擎（能像楚河那樣以裁決回答 d 的）和慢速裁決；有不同意見時退出狀態為 5";
    "Count a mate score as odd when its variation has another length or does not win the game" =>
        "杀棋评分的变化长度不符或不能取胜时，计为异常",
        "殺棋評分的變化長度不符或不能取勝時，計為異常";
    "Exit with status 5 when an engine crashed, stalled, overstepped its time or made an illegal move" =>
        "有引擎崩溃、不应答、超时或走出不合法着法时，退出状态为 5",
        "有引擎崩潰、不應答、超時或走出不合法著法時，退出狀態為 5";
    "Test an idea, in a few words: print an entry for docs/log/experiments.md at the end (with --sprt)" =>
        "用几个词说明所检验的想法：结束时输出 docs/log/experiments.md 的一段（与 --sprt 合用）",
        "用幾個詞說明所檢驗的想法：結束時輸出 docs/log/experiments.md 的一段（與 --sprt 合用）";
    "Print a line for every finished game" => "每局结束时输出一行", "每局結束時輸出一行";
    // Databases of games.
    "Faults to name one by one [default: 10]" =>
        "逐条列出的错误数 [默认：10]",
        "逐條列出的錯誤數 [預設：10]";
    "Collect games in a database, and look positions and players up" =>
        "把棋谱收入数据库，按局面和棋手查找",
        "把棋譜收入資料庫，按局面和棋手查找";
    "Read games into a database, or read again what has changed" =>
        "把棋谱读入数据库，或重读有变动的文件",
        "把棋譜讀入資料庫，或重讀有變動的檔案";
    "Reads every file that the other commands read. Files that have not changed since they were read without faults are left alone, and games whose file is gone are taken out. A run that is ended early is continued by the same command." =>
        "可读其他命令能读的所有文件。未变动而又无错误的文件不再读取；已删除的文件，其对局从数据库中去掉。提前结束后，再次运行同一命令即可继续。",
        "可讀其他命令能讀的所有檔案。未變動而又無錯誤的檔案不再讀取；已刪除的檔案，其對局從資料庫中去掉。提前結束後，再次執行同一命令即可繼續。";
    "The database; made when it is not there" =>
        "数据库；不存在时建立",
        "資料庫；不存在時建立";
    "Files of games, or folders with such files" =>
        "棋谱文件，或含有棋谱文件的文件夹",
        "棋譜檔案，或含有棋譜檔案的資料夾";
    "Find games in a database: those with a position, of a player, with an opening" =>
        "在数据库中查找对局：按局面、棋手、开局",
        "在資料庫中查找對局：按局面、棋手、開局";
    "With a position it also says what was played there, how often, and with what results. A position counts whatever moves led to it, and so does its mirror image. All conditions hold together." =>
        "给出局面时，还列出在此走过的着法、次数和结果。无论由什么着法形成的局面及其左右对称的局面都计入。所有条件须同时满足。",
        "給出局面時，還列出在此走過的著法、次數和結果。無論由什麼著法形成的局面及其左右對稱的局面都計入。所有條件須同時滿足。";
    "The database that 'chuhe games index' has made" =>
        "由 chuhe games index 建立的数据库",
        "由 chuhe games index 建立的資料庫";
    "A position: a FEN or startpos, or moves from the start position, in any notation" =>
        "局面：FEN 或 startpos，或从初始局面开始的着法，记法不限",
        "局面：FEN 或 startpos，或從初始局面開始的著法，記法不限";
    "Games to list [default: 20]" =>
        "列出的局数 [默认：20]",
        "列出的局數 [預設：20]";
    "Also search the position with so many nodes and say what the engine would play" =>
        "再用这么多节点搜索该局面，给出引擎的着法",
        "再用這麼多節點搜索該局面，給出引擎的著法";
    "Write a page to click through the moves from the position on, with the games" =>
        "写出网页，可从该局面起逐着点选，并查看对局",
        "寫出網頁，可從該局面起逐著點選，並查看對局";
    "Write all games that were found to this file as PGN" =>
        "把找到的所有对局写入此 PGN 文件",
        "把找到的所有對局寫入此 PGN 檔案";
    "Either player" =>
        "任一方棋手",
        "任一方棋手";
    "The player of Red" =>
        "红方棋手",
        "紅方棋手";
    "The player of Black" =>
        "黑方棋手",
        "黑方棋手";
    "The event" =>
        "赛事",
        "賽事";
    "The opening, by a part of its name in any language" =>
        "开局，任一语言名称的一部分即可",
        "開局，任一語言名稱的一部分即可";
    "How the games ended" =>
        "对局结果",
        "對局結果";
    "The first year" =>
        "最早年份",
        "最早年份";
    "The last year" =>
        "最晚年份",
        "最晚年份";
    "Red won" =>
        "红胜",
        "紅勝";
    "Black won" =>
        "黑胜",
        "黑勝";
    "Drawn" =>
        "和棋",
        "和棋";
};
