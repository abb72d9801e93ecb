//! What `--help` says of matches.

use super::Phrase;

/// English, simplified and traditional Chinese, Vietnamese.
pub const MATCH: &[Phrase] = phrases! {
    "An engine: cmd=PROGRAM, then as needed name=.., args=.., option.X=.., at least one of tc=.., movetime=MS, nodes=N, depth=N, and dir, proto, ranks, unit, margin, patience, restart, stderr, startup, fen. Give two or more" =>
        "一个引擎：cmd=程序，再按需要加 name=..、args=..、option.X=..，以及 tc=..、movetime=毫秒、nodes=N、depth=N 中的至少一个，和 dir、proto、ranks、unit、margin、patience、restart、stderr、startup、fen。至少给出两个",
        "一個引擎：cmd=程式，再按需要加 name=..、args=..、option.X=..，以及 tc=..、movetime=毫秒、nodes=N、depth=N 中的至少一個，和 dir、proto、ranks、unit、margin、patience、restart、stderr、startup、fen。至少給出兩個",
        "Một engine: cmd=CHƯƠNG_TRÌNH, rồi nếu cần thì name=.., args=.., option.X=.., ít nhất một trong tc=.., movetime=MS, nodes=N, depth=N, và dir, proto, ranks, unit, margin, patience, restart, stderr, startup, fen. Hãy cho ít nhất hai engine";
    "Settings of all engines; an engine's own win" => "所有引擎的设置；引擎自己的设置优先",
        "所有引擎的設定；引擎自己的設定優先",
        "Thiết lập cho mọi engine; thiết lập riêng của từng engine được ưu tiên";
    "Openings: a line each, `FEN [moves ..]` or `startpos [moves ..]`, or games in PGN; without it every game begins at the start position" =>
        "开局：每行一个 FEN [moves ..] 或 startpos [moves ..]，或 PGN 对局；没有时每局从初始局面开始",
        "開局：每行一個 FEN [moves ..] 或 startpos [moves ..]，或 PGN 對局；沒有時每局從初始局面開始",
        "Khai cuộc: mỗi dòng `FEN [moves ..]` hoặc `startpos [moves ..]`, hoặc các ván PGN; nếu không có thì mọi ván bắt đầu từ thế ban đầu";
    "Use at most this many plies of each opening" => "每个开局最多使用这么多步（双方各走一着为两步）",
        "每個開局最多使用這麼多步（雙方各走一著為兩步）",
        "Dùng nhiều nhất từng này nửa nước của mỗi khai cuộc";
    "Begin with this opening of the order, counted from 1" => "从第几个开局开始，从 1 数起",
        "從第幾個開局開始，從 1 數起", "Bắt đầu từ khai cuộc này theo thứ tự, đếm từ 1";
    "Order of the openings: random or sequential" =>
        "开局的顺序：random（随机）或 sequential（依次）",
        "開局的順序：random（隨機）或 sequential（依次）",
        "Thứ tự của khai cuộc: random (ngẫu nhiên) hoặc sequential (lần lượt)";
    "Seed of the random order; chosen and recorded when not given" =>
        "随机顺序的种子；未给出时自动选取并记录", "隨機順序的種子；未給出時自動選取並記錄",
        "Hạt giống của thứ tự ngẫu nhiên; được chọn và ghi lại nếu không cho";
    "Games of each pairing, an even number: each opening is played with both colours" =>
        "每对引擎的局数，须为偶数：每个开局双方各执红一次",
        "每對引擎的局數，須為偶數：每個開局雙方各執紅一次",
        "Số ván của mỗi cặp, một số chẵn: mỗi khai cuộc được đấu với cả hai màu";
    "Play each opening once; colours change from one to the next, and games are judged one by one" =>
        "每个开局只下一次，逐局换先，按单局统计", "每個開局只下一次，逐局換先，按單局統計",
        "Đấu mỗi khai cuộc một lần; màu đổi sau mỗi khai cuộc, và các ván được tính riêng từng ván";
    "Judge by single games, not by pairs" => "按单局而不是按对统计", "按單局而不是按對統計",
        "Tính theo từng ván, không theo cặp";
    "Do not exchange colours" => "不换先", "不換先", "Không đổi màu";
    "Let the second engine of each pairing begin with Red" => "每对中由第二个引擎先执红",
        "每對中由第二個引擎先執紅", "Cho engine thứ hai của mỗi cặp cầm Đỏ trước";
    "Play part I of N of the match, counted from 1: whole rounds, the same for the same seed" =>
        "只下比赛 N 份中的第 I 份，从 1 数起：按整轮划分，种子相同则相同",
        "只下比賽 N 份中的第 I 份，從 1 數起：按整輪劃分，種子相同則相同",
        "Chỉ đấu phần I trong N phần của trận, đếm từ 1: trọn các vòng, giống nhau khi cùng hạt giống";
    "Who meets whom: roundrobin, gauntlet (the first engine against all others) or gauntlet=N" =>
        "对阵方式：roundrobin（循环赛）、gauntlet（第一个引擎对其余所有引擎）或 gauntlet=N",
        "對陣方式：roundrobin（迴圈賽）、gauntlet（第一個引擎對其餘所有引擎）或 gauntlet=N",
        "Ai gặp ai: roundrobin (vòng tròn), gauntlet (engine đầu gặp mọi engine khác) hoặc gauntlet=N";
    "Games at a time" => "同时进行的局数", "同時進行的局數", "Số ván cùng lúc";
    "Sequential test of two engines: elo0=0,elo1=5 with alpha=0.05, beta=0.05 unless given, and model=normalized, logistic or bayesian; the match ends when it is decided" =>
        "两个引擎的序贯检验：elo0=0,elo1=5，默认 alpha=0.05、beta=0.05，model=normalized、logistic 或 bayesian；得出结论时比赛结束",
        "兩個引擎的序貫檢驗：elo0=0,elo1=5，預設 alpha=0.05、beta=0.05，model=normalized、logistic 或 bayesian；得出結論時比賽結束",
        "Kiểm định tuần tự hai engine: elo0=0,elo1=5 với alpha=0.05, beta=0.05 nếu không cho khác, và model=normalized, logistic hoặc bayesian; trận đấu dừng khi có kết luận";
    "Resign for an engine: moves=4,score=600[,two-sided]" =>
        "代引擎认输：moves=4,score=600[,two-sided]", "代引擎認輸：moves=4,score=600[,two-sided]",
        "Xin thua thay cho engine cờ: moves=4,score=600[,two-sided]";
    "Adjudicate draws: after=40,moves=8,score=10" => "裁定和棋：after=40,moves=8,score=10",
        "裁定和棋：after=40,moves=8,score=10", "Xử hòa: after=40,moves=8,score=10";
    "Draw games of this many plies" => "走满这么多步判和", "走滿這麼多步判和",
        "Xử hòa các ván dài từng này nước";
    "Adjudicate endings that the tables in the program have solved, or those of a folder" =>
        "按程序内置（或目录中）的残局库裁定已知胜和的残局",
        "按程式內建（或目錄中）的殘局庫裁定已知勝和的殘局",
        "Xử các cờ tàn mà bảng trong chương trình, hoặc trong một thư mục, đã giải";
    "Append the games to this PGN file" => "把对局追加到此 PGN 文件", "把對局追加到此 PGN 檔案",
        "Ghi thêm các ván vào tệp PGN này";
    "How moves are written in the PGN: iccs (H2-E2), uci (h2e2), wxf (C2.5), simplified or traditional (炮二平五)" =>
        "PGN 中着法的写法：iccs（H2-E2）、uci（h2e2）、wxf（C2.5）、simplified 或 traditional（炮二平五）",
        "PGN 中著法的寫法：iccs（H2-E2）、uci（h2e2）、wxf（C2.5）、simplified 或 traditional（炮二平五）",
        "Cách viết nước đi trong PGN: iccs (H2-E2), uci (h2e2), wxf (C2.5), simplified hoặc traditional (炮二平五)";
    "What the PGN says of each move beside score, depth and time: some of nodes, seldepth, nps, left, latency, pv; or none" =>
        "PGN 中每着除评分、深度和用时外还写什么：nodes、seldepth、nps、left、latency、pv 中的若干个，或 none",
        "PGN 中每著除評分、深度和用時外還寫什麼：nodes、seldepth、nps、left、latency、pv 中的若干個，或 none",
        "PGN ghi gì về mỗi nước ngoài điểm, độ sâu và thời gian: vài trong số nodes, seldepth, nps, left, latency, pv; hoặc none";
    "Keep lines of the engines that match this regular expression in the remarks" =>
        "把引擎输出中符合此正则表达式的行保留在注释中",
        "把引擎輸出中符合此正規表示式的行保留在註釋中",
        "Giữ trong lời ghi chú các dòng của engine khớp với biểu thức chính quy này";
    "Say in the PGN why games ended with the words of programs for chess" =>
        "在 PGN 中用国际象棋程序的用语说明终局原因", "在 PGN 中用國際象棋程式的用語說明終局原因",
        "Ghi trong PGN lý do kết thúc bằng lời của các chương trình cờ vua";
    "Keep the state of the match in this file, one line of JSON for each game; the same command takes it up again" =>
        "把比赛状态保存在此文件中，每局一行 JSON；再次运行同一命令即可继续",
        "把比賽狀態儲存在此檔案中，每局一行 JSON；再次執行同一命令即可繼續",
        "Giữ trạng thái trận đấu trong tệp này, mỗi ván một dòng JSON; chạy lại cùng lệnh này sẽ tiếp tục";
    "Write the result to this file as one object of JSON" => "把结果作为一个 JSON 对象写入此文件",
        "把結果作為一個 JSON 物件寫入此檔案",
        "Ghi kết quả vào tệp này dưới dạng một đối tượng JSON";
    "Write a report to open in a browser: curves of strength and test, openings, endings, time and depth, and a board to step through the games" =>
        "写出用浏览器打开的报告：强度和检验的曲线、开局、结束方式、用时和深度，以及可逐步演示对局的棋盘",
        "寫出用瀏覽器開啟的報告：強度和檢驗的曲線、開局、結束方式、用時和深度，以及可逐步演示對局的棋盤",
        "Ghi báo cáo để mở bằng trình duyệt: đường biểu diễn sức mạnh và kiểm định, khai cuộc, cách kết thúc, thời gian và độ sâu, cùng bàn cờ để xem lại từng nước";
    "Play nothing: join these state files, the shards of a match or a single one, and print the result; with --state write the whole to that file" =>
        "不下棋：合并这些状态文件（比赛的各部分或单独一个）并输出结果；有 --state 时把全部写入该文件",
        "不下棋：合併這些狀態檔案（比賽的各部分或單獨一個）並輸出結果；有 --state 時把全部寫入該檔案",
        "Không đấu: gộp các tệp trạng thái này, các phần của một trận hoặc một tệp riêng, và in kết quả; với --state thì ghi toàn bộ vào tệp đó";
    "Name of the match in the PGN" => "PGN 中比赛的名称", "PGN 中比賽的名稱",
        "Tên trận đấu trong PGN";
    "Where the match is played, for the PGN" => "PGN 中比赛的地点", "PGN 中比賽的地點",
        "Nơi diễn ra trận đấu, cho PGN";
    "Bind the engines of each game to one processor, of this list such as 0,2,4-7 (needs taskset)" =>
        "把每局的引擎绑定到一个处理器，可给出列表，如 0,2,4-7（需要 taskset）",
        "把每局的引擎繫結到一個處理器，可給出列表，如 0,2,4-7（需要 taskset）",
        "Gắn các engine của mỗi ván vào một bộ xử lý trong danh sách này, chẳng hạn 0,2,4-7 (cần taskset)";
    "Milliseconds to wait between games" => "两局之间等待的毫秒数", "兩局之間等待的毫秒數",
        "Số mili giây chờ giữa các ván";
    "Ask both engines (those that answer `d` with a verdict, as Chuhe does) and the slow judge about the end of every game; status 5 when one of them disagrees" =>
        "每局结束时询问双方引擎（能像楚河那样以裁决回答 d 的）和慢速裁决；有不同意见时退出状态为 5",
        "每局結束時詢問雙方引擎（能像楚河那樣以裁決回答 d 的）和慢速裁決；有不同意見時退出狀態為 5",
        "Hỏi cả hai engine (những engine trả lời `d` bằng phán quyết như Chuhe) và bộ xử chậm về kết cục mỗi ván; trạng thái 5 khi có bên không đồng ý";
    "Count a mate score as odd when its variation has another length or does not win the game" =>
        "杀棋评分的变化长度不符或不能取胜时，计为异常",
        "殺棋評分的變化長度不符或不能取勝時，計為異常",
        "Tính một điểm chiếu hết là bất thường khi biến của nó có độ dài khác hoặc không thắng ván";
    "Exit with status 5 when an engine crashed, stalled, overstepped its time or made an illegal move" =>
        "有引擎崩溃、不应答、超时或走出不合法着法时，退出状态为 5",
        "有引擎崩潰、不應答、超時或走出不合法著法時，退出狀態為 5",
        "Thoát với trạng thái 5 khi có engine gặp sự cố, đứng máy, quá giờ hoặc đi nước không hợp lệ";
    "Test an idea, in a few words: print an entry for docs/log/experiments.md at the end (with --sprt)" =>
        "用几个词说明所检验的想法：结束时输出 docs/log/experiments.md 的一段（与 --sprt 合用）",
        "用幾個詞說明所檢驗的想法：結束時輸出 docs/log/experiments.md 的一段（與 --sprt 合用）",
        "Kiểm định một ý tưởng, mô tả bằng vài lời: cuối cùng in một mục cho docs/log/experiments.md (dùng với --sprt)";
    "Print a line for every finished game" => "每局结束时输出一行", "每局結束時輸出一行",
        "In một dòng cho mỗi ván kết thúc";
};
