//! The tools in a Chinese session: errors, notes, help and results.

use std::fs;
use std::path::Path;
use std::process::Output;

use chuhe_tools::common::lang::help::TRANSLATED;

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process, scene};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("errors", errors),
        Case::new("help", help),
        Case::new("documents", documents),
        Case::new("results", results),
        Case::new("notes", notes),
        Case::new("shell", shell),
    ])
}

/// Runs the program in a session with this locale.
fn session(folder: &Folder, locale: &str, words: &str) -> Result<Output, String> {
    process::run(folder.command(words).env("LC_ALL", locale))
}

/// Files that cannot be read, options that are refused, games that are none.
fn errors() -> Result<Pass, String> {
    let folder = Folder::new("languages-errors")?;
    folder.write("games", "startpos moves h2e3 h2e2\n9/9 w\n")?;
    folder.write("empty", "")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0a0;\n")?;
    let cases = [
        ("analyze nowhere", "错误：无法读取 nowhere：没有这个文件或文件夹（系统错误 2）\n"),
        ("analyze games", "已略过：games:1:16：第 1 步“h2e3”，此局面中没有这一合法着法\n"),
        ("analyze games", "错误：没有可分析的对局\n"),
        ("analyze games --depth 0", "错误：“--depth <N>”的值“0”无效：0 不在 1..=127 之内\n"),
        ("analyze games --depht 3", "错误：多余的参数“--depht”\n"),
        ("analyze games --json no/a", "错误：--json：无法写入 no/a：没有这个文件或文件夹"),
        ("judge --rules Chess games", "应为下列之一：ComputerRule, AsianRule"),
        ("judge empty", "错误：1 个文件中有 1 个、0 局中有 0 局无法读取\n"),
        ("judge games", "错误：2 局中有 2 局无法读取\n"),
        ("board 9/9 w --svg x.svg", "错误：FEN 有误，棋盘：应有以“/”分隔的 10 行，却有 2 行\n"),
        ("board startpos", "错误：缺少必需的参数：\n"),
        ("board startpos moves h2e3 --svg x", "错误：第 1 步“h2e3”，此局面中没有这一合法着法\n"),
        ("epd suite", "错误：suite:1：bm “a0a0”，此局面中没有这一合法着法\n"),
        ("notation xyz", "错误：第 1 步“xyz”，不是着法，应类似 h2e2"),
        ("play --clock x", "应为基本分钟数和每着加秒数，如 10+5\n"),
        ("solve x", "错误：“x”既不是文件，也不是局面：FEN 有误，棋盘"),
        ("match --engine cmd=x,nodes=1", "错误：比赛至少需要两个引擎，请多次使用 --engine\n"),
        ("judje", "错误：没有命令“judje”\n"),
    ];
    for (words, expected) in cases {
        let output = session(&folder, "zh_CN.UTF-8", words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(!output.status.success() && error.contains(expected), || {
            format!("{words}: expected '{expected}', found {error}")
        })?;
        let english = session(&folder, "zh_CN.UTF-8", &format!("{words} --lang en"))?;
        let error = String::from_utf8_lossy(&english.stderr);
        ensure(words == "judje" || !error.contains('错'), || error.to_string())?;
    }
    for (words, expected) in [
        (
            "analyze nowhere",
            "lỗi: không đọc được nowhere: không có tệp hoặc thư mục này (lỗi hệ thống 2)\n",
        ),
        (
            "analyze games",
            "đã bỏ qua: games:1:16: nước 1, 'h2e3', thế cờ này không có nước hợp lệ đó\n",
        ),
        (
            "analyze games --depth 0",
            "lỗi: giá trị '0' của '--depth <N>' không hợp lệ: 0 không nằm trong 1..=127\n",
        ),
        ("analyze games --depht 3", "lỗi: thừa tham số '--depht'\n"),
        ("board startpos", "lỗi: thiếu các tham số bắt buộc:\n"),
        ("solve x", "lỗi: 'x' không phải tệp cũng không phải thế cờ: FEN sai, bàn cờ"),
        ("play --lang xx", "phải là en, zh-Hans, zh-Hant hoặc vi\n"),
    ] {
        let output = session(&folder, "vi_VN.UTF-8", words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(!output.status.success() && error.contains(expected), || {
            format!("{words}: expected '{expected}', found {error}")
        })?;
    }
    Ok(Pass::Count(cases.len() as u64 + 7))
}

/// The documents name the commands that are translated.
fn documents() -> Result<Pass, String> {
    let names = TRANSLATED.map(|name| format!("`{name}`"));
    let (last, others) = names.split_last().ok_or("no commands")?;
    let english = format!("{} and {last}", others.join(", "));
    let files =
        [("docs/commands.md", &english), ("docs/players/tools.zh-CN.md", &names.join("、"))];
    for (file, list) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        ensure(text.contains(list), || format!("{file}: expected {list}"))?;
    }
    Ok(Pass::Count(files.len() as u64))
}

/// Help in four languages.
fn help() -> Result<Pass, String> {
    let folder = Folder::new("languages-help")?;
    for command in TRANSLATED {
        for (locale, part) in
            [("C", "Usage: "), ("zh_CN", "用法："), ("zh_TW", "顯示幫助"), ("vi_VN", "Cách dùng: ")]
        {
            let output = session(&folder, locale, &format!("{command} --help"))?;
            let text = String::from_utf8_lossy(&output.stdout);
            ensure(output.status.success() && text.contains(part), || text.to_string())?;
            ensure(locale == "C" || !text.contains("Print help"), || text.to_string())?;
        }
    }
    // Of the other commands it is whole in English.
    for words in ["book build --help", "book --help", "help net", "train -h", "help book show"] {
        let english = session(&folder, "C", words)?.stdout;
        for locale in ["zh_CN", "vi_VN"] {
            let output = session(&folder, locale, words)?;
            ensure(output.status.success() && output.stdout == english, || {
                format!("{words}: {}", String::from_utf8_lossy(&output.stdout))
            })?;
        }
    }
    let output = session(&folder, "zh_CN.UTF-8", "--help")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure(text.contains("  judge        按棋规裁决对局的最后局面\n"), || {
        text.to_string()
    })?;
    Ok(Pass::Count(TRANSLATED.len() as u64))
}

/// What tools find.
fn results() -> Result<Pass, String> {
    let folder = Folder::new("languages-results")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0; id \"x\";\n")?;
    folder.write("mate", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w\n")?;
    folder.write("game", "3k5/9/9/9/9/9/9/9/9/4K4 w\n")?;
    for (words, expected) in [
        ("epd suite --depth 4 --lang en", "solved  x  a0d0 mate 1 depth "),
        ("epd suite --depth 4 --lang zh-Hans", "解出  x  车九平六 杀棋 1 深度 "),
        ("epd suite --depth 4 --lang vi", "giải được        x  X9-6 chiếu hết 1 độ sâu "),
        ("epd suite --depth 4 --lang zh-Hant", "1 個局面中解出 1 個（100.0%），每個 深度 4，"),
        ("solve mate --lang zh-Hans", "1 着杀（最短）（连将）：车九平六；"),
        ("solve mate --lang zh-Hans --notation wxf", "：R9.6；"),
        ("solve mate --lang en --all-moves", "by checks: a0d0; "),
        ("solve mate --lang en --notation iccs --all-moves", "all first moves: A0-D0"),
        ("solve mate --lang vi", "chiếu hết trong 1 nước, ngắn nhất bằng nước chiếu: X9-6; "),
        ("solve mate --lang zh-Hant", "1 個局面：證明 1（"),
        ("judge game --lang zh-Hant", "draw\t雙方均無取勝可能"),
        ("judge game --lang vi", "draw\tkhông bên nào có thể chiếu hết"),
    ] {
        let text = folder.text(words)?;
        ensure(text.contains(expected), || format!("{words}: expected {expected}, found {text}"))?;
    }
    let folder = Folder::new("languages-play-vi")?;
    let mut command = folder.command("play --lang vi --level 0 --movetime 5");
    let input = "P2-5\nxyz\nlưu Ván.pgn\nthoát\n".as_bytes();
    let text =
        String::from_utf8_lossy(&process::run_with_input(&mut command, input)?.stdout).into_owned();
    for part in ["Chuhe đi ", "'xyz', không phải nước đi", "Đã lưu thành Ván.pgn"] {
        ensure(text.contains(part), || format!("expected {part}, found {text}"))?;
    }
    let pgn = folder.read("Ván.pgn")?;
    ensure(pgn.contains("[Red \"Bạn\"]") && pgn.contains("1. P2-5 "), || pgn)?;
    let folder = Folder::new("languages-play")?;
    let input = "xyz\n保存\nsave\n退出\n".as_bytes();
    let mut command = folder.command("play --lang zh-Hans --side both");
    let output = process::run_with_input(&mut command, input)?;
    let text = String::from_utf8_lossy(&output.stdout);
    for part in ["“xyz”，不是着法", "已保存为 game.pgn", "已保存为 game-2.pgn", "俥 傌 相"]
    {
        ensure(text.contains(part), || format!("expected {part}, found {text}"))?;
    }
    ensure(folder.file("game-2.pgn").is_file(), || "the game is not saved".into())?;
    // A terminal in another encoding.
    let mut command = folder.command("play --lang en --side both --notation uci --pgn gbk.pgn");
    let input = [b"h2e2\n", &b"\xc2\xed8\xbd\xf87\n"[..], b"\xff\xff\n"].concat();
    let output = process::run_with_input(&mut command, &input)?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure(output.status.success() && text.contains("not a move"), || format!("{output:?}"))?;
    let pgn = folder.read("gbk.pgn")?;
    ensure(pgn.contains("1. h2e2 h9g7"), || pgn)?;
    Ok(Pass::Count(11))
}

/// Notes that are no errors, and several files at once.
fn notes() -> Result<Pass, String> {
    let folder = Folder::new("languages-notes")?;
    folder.write("a.pgn", "[Event \"x\"]\n[ECCO \"y\"]\n1. h2e2 *\n")?;
    folder.write("b.txt", "h2e2 h9g7\n")?;
    for (locale, expected) in [
        ("C", "note: a.pgn:1:1: DhtmlXQ has no place for ECCO\n"),
        ("zh_CN", "提示：a.pgn:1:1：DhtmlXQ 没有存放 ECCO 的地方，已略去\n"),
    ] {
        let output = session(&folder, locale, "notation --file a.pgn --format dhtmlxq")?;
        let note = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.success() && note == expected, || note.to_string())?;
    }
    let text = folder.text("judge a.pgn b.txt .")?;
    let again = "ongoing\ta.pgn:1:1: the game goes on\nongoing\tb.txt:1:1: the game goes on\n";
    ensure(text.starts_with(again) && text.lines().count() == 4, || text.clone())?;
    folder.write("empty", "")?;
    let output = session(&folder, "C", "judge nowhere a.pgn empty b.txt")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let outcomes: Vec<&str> = text.lines().filter_map(|line| line.split('\t').next()).collect();
    ensure(outcomes == ["error", "ongoing", "error", "ongoing"], || text.to_string())?;
    ensure(text.contains("error\tempty: there are no games in it\n"), || text.to_string())?;
    let note = String::from_utf8_lossy(&output.stderr);
    let expected = "error: 2 of 4 files and 0 of 2 games cannot be read\n";
    ensure(output.status.code() == Some(1) && note == expected, || note.to_string())?;
    for (locale, expected) in [
        ("C", "note: a.pgn:1:1: a line has no place for Event, ECCO\n"),
        ("zh_CN", "提示：a.pgn:1:1：单行棋谱没有存放 Event, ECCO 的地方，已略去\n"),
    ] {
        let output = session(&folder, locale, "notation --file a.pgn --format lines")?;
        let note = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.success() && note == expected, || note.to_string())?;
    }
    let engine = format!("cmd={},nodes=20", scene::binary().display());
    let mut command = folder.command("match --lang zh-Hans --games 4 --max-plies 8 --verbose");
    for name in ["a", "b"] {
        command.args(["--engine", &format!("{engine},name={name}")]);
    }
    let output = process::run(command.args(["--openings", "b.txt"]))?;
    let note = String::from_utf8_lossy(&output.stderr);
    for part in ["警告：2 轮，而只有 1 个不同的开局：", "第 1 局结束（a 对 b）：1/2-1/2 {步数过多}"]
    {
        ensure(note.contains(part), || format!("expected {part}, found {note}"))?;
    }
    Ok(Pass::Count(8))
}

/// Completions know the values of options, and every command has a manual page.
fn shell() -> Result<Pass, String> {
    let folder = Folder::new("languages-shell")?;
    for shell in ["bash", "zsh", "fish"] {
        let text = folder.text(&format!("completions {shell}"))?;
        ensure(text.contains("ChineseRule"), || format!("{shell}: no rule sets"))?;
    }
    folder.text("man --folder .")?;
    for page in ["chuhe.1", "chuhe-analyze.1", "chuhe-book-build.1"] {
        ensure(folder.read(page)?.contains(".SH SYNOPSIS"), || format!("no page {page}"))?;
    }
    let page = folder.text("man book build")?;
    ensure(page.contains(".TH chuhe-book-build 1"), || page.clone())?;
    Ok(Pass::Count(7))
}
