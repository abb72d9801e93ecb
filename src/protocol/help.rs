//! What a person at a terminal reads, in the languages of most players: the welcome in that of
//! the locale, the help in that of the word that asks for it.

use std::env;

use crate::protocol::greetings;
use crate::protocol::show::full_name;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    English,
    Simplified,
    Traditional,
    Vietnamese,
}

impl Tongue {
    /// That of a locale such as `zh_TW.UTF-8`.
    fn of_locale(locale: &str) -> Tongue {
        let locale = locale.to_ascii_lowercase().replace('_', "-");
        let is_traditional = ["hant", "-tw", "-hk", "-mo"].iter().any(|part| locale.contains(part));
        match locale.split(['-', '.', '@']).next() {
            Some("zh") if is_traditional => Tongue::Traditional,
            Some("zh") => Tongue::Simplified,
            Some("vi") => Tongue::Vietnamese,
            _ => Tongue::English,
        }
    }

    /// That of the environment.
    fn of_environment() -> Tongue {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let mut set = names.iter().filter_map(|name| env::var(name).ok());
        set.find(|value| !value.is_empty())
            .map_or(Tongue::English, |locale| Tongue::of_locale(&locale))
    }

    /// The language of a line that asks for help; `None` when it does not.
    pub fn of_request(line: &str) -> Option<Tongue> {
        match line.trim().to_lowercase().as_str() {
            "help" | "--help" => Some(Tongue::English),
            "帮助" => Some(Tongue::Simplified),
            "幫助" => Some(Tongue::Traditional),
            "trợ giúp" => Some(Tongue::Vietnamese),
            _ => None,
        }
    }
}

/// What a person at a terminal reads first.
pub fn welcome() -> String {
    welcome_in(Tongue::of_environment())
}

fn welcome_in(tongue: Tongue) -> String {
    let text = match tongue {
        Tongue::English => "help lists the commands, quit leaves; 'chuhe play' plays a game here.",
        Tongue::Simplified => "输入 帮助 查看命令，quit 退出；要在此对弈，请运行 chuhe play。",
        Tongue::Traditional => "輸入 幫助 查看命令，quit 退出；要在此對弈，請執行 chuhe play。",
        Tongue::Vietnamese => {
            "Gõ 'trợ giúp' để xem các lệnh, 'quit' để thoát; muốn đánh cờ ngay tại đây: chuhe play."
        }
    };
    format!("{} 楚河. {text}", full_name())
}

/// All commands.
pub fn help(tongue: Tongue) -> String {
    let greetings = greetings().collect::<Vec<_>>().join(", ");
    let text = match tongue {
        Tongue::English => ENGLISH,
        Tongue::Simplified => SIMPLIFIED,
        Tongue::Traditional => TRADITIONAL,
        Tongue::Vietnamese => VIETNAMESE,
    };
    text.replace("GREETINGS", &format!("{greetings:<29}"))
}

const ENGLISH: &str = "\
Commands:
  position startpos|fen F [moves M...]   the position to think about
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]
  stop                         end the search and give the best move
  ponderhit                    the expected move has been played
  d [letters|chinese]          the board, and how the game is judged
  moves                        the legal moves
  eval                         the static evaluation
  flip                         exchange the colours
  go perft N, perft N          count the lines of N plies
  bench [depth [threads [hash]]]   search a fixed set of positions
  setoption name N [value V]   set an option; uci lists them
  GREETINGSname and options, in that protocol
  isready                      answer when ready
  ucinewgame                   forget the last game
  quit
Moves are written h2e2: files a to i from red's left, ranks 0 to 9 from red's
side. Ranks from 1 (h3e3) are understood too.";

const SIMPLIFIED: &str = "\
命令：
  position startpos|fen F [moves M...]   要思考的局面
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]
  stop                         结束搜索，给出最佳着法
  ponderhit                    对方走了所预料的着法
  d [letters|chinese]          棋盘，以及对局的裁决
  moves                        合法着法
  eval                         静态评估
  flip                         红黑互换
  go perft N, perft N          计算 N 步的变化数目
  bench [depth [threads [hash]]]   搜索一组固定局面
  setoption name N [value V]   设置选项；uci 列出全部选项
  GREETINGS名称和选项，并使用该协议
  isready                      准备好后应答
  ucinewgame                   忘掉上一局
  quit                         退出
着法写作 h2e2：纵线 a 至 i 从红方左边数起，横线 0 至 9 从红方一侧数起；
从 1 数起的横线（h3e3）也能识别。";

const TRADITIONAL: &str = "\
命令：
  position startpos|fen F [moves M...]   要思考的局面
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]
  stop                         結束搜索，給出最佳著法
  ponderhit                    對方走了所預料的著法
  d [letters|chinese]          棋盤，以及對局的裁決
  moves                        合法著法
  eval                         靜態評估
  flip                         紅黑互換
  go perft N, perft N          計算 N 步的變化數目
  bench [depth [threads [hash]]]   搜索一組固定局面
  setoption name N [value V]   設定選項；uci 列出全部選項
  GREETINGS名稱和選項，並使用該協議
  isready                      準備好後應答
  ucinewgame                   忘掉上一局
  quit                         退出
著法寫作 h2e2：縱線 a 至 i 從紅方左邊數起，橫線 0 至 9 從紅方一側數起；
從 1 數起的橫線（h3e3）也能識別。";

const VIETNAMESE: &str = "\
Các lệnh:
  position startpos|fen F [moves M...]   thế cờ cần suy nghĩ
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]
  stop                         dừng tìm kiếm và đưa ra nước đi tốt nhất
  ponderhit                    đối phương đã đi nước được dự đoán
  d [letters|chinese]          bàn cờ và phán quyết về ván cờ
  moves                        các nước đi hợp lệ
  eval                         đánh giá tĩnh
  flip                         đổi màu hai bên
  go perft N, perft N          đếm số biến dài N nước
  bench [depth [threads [hash]]]   tìm kiếm một bộ thế cờ cố định
  setoption name N [value V]   đặt tùy chọn; uci liệt kê chúng
  GREETINGStên và các tùy chọn, theo giao thức đó
  isready                      trả lời khi sẵn sàng
  ucinewgame                   quên ván trước
  quit                         thoát
Nước đi được viết như h2e2: cột a đến i tính từ bên trái của Đỏ, hàng 0 đến 9
tính từ phía Đỏ. Hàng tính từ 1 (h3e3) cũng được chấp nhận.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_welcomed_in_their_language() {
        for (locale, tongue, part) in [
            ("C.UTF-8", Tongue::English, "'chuhe play' plays"),
            ("", Tongue::English, "quit leaves"),
            ("zh_CN.UTF-8", Tongue::Simplified, "要在此对弈，请运行 chuhe play"),
            ("zh_TW", Tongue::Traditional, "要在此對弈，請執行 chuhe play"),
            ("zh-Hant-CN", Tongue::Traditional, "幫助"),
            ("vi_VN.UTF-8", Tongue::Vietnamese, "muốn đánh cờ ngay tại đây: chuhe play"),
        ] {
            assert_eq!(Tongue::of_locale(locale), tongue, "{locale}");
            assert!(welcome_in(tongue).contains(part), "{locale}");
        }
    }

    #[test]
    fn every_language_has_every_command() {
        let commands = |tongue| -> Vec<String> {
            let text = help(tongue);
            let lines = text.lines().filter(|line| line.starts_with("  "));
            let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
            lines.map(first).collect()
        };
        for (line, tongue) in [
            (" help", Tongue::English),
            ("帮助", Tongue::Simplified),
            ("幫助 ", Tongue::Traditional),
            ("Trợ giúp", Tongue::Vietnamese),
        ] {
            assert_eq!(Tongue::of_request(line), Some(tongue));
            assert_eq!(commands(tongue), commands(Tongue::English), "{tongue:?}");
        }
        assert_eq!(Tongue::of_request("help me"), None);
    }
}
