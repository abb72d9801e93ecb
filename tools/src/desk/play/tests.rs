use super::*;
use clap::Parser;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: PlayArgs,
}

/// What a person types.
fn typed(text: &str) -> Input {
    Input::new(Cursor::new(text.as_bytes().to_vec()), Arc::new(AtomicBool::new(false)))
}

/// What is printed, and the PGN at the end.
fn played(options: &str, input: &str) -> (String, String) {
    let pace = if options.contains("--clock") { "" } else { " --movetime 1" };
    let words = format!("play --lang en --level 0 --notation uci{pace}");
    let words = words.split(' ');
    let words: Vec<String> = words
        .chain(options.split(' ').filter(|word| !word.is_empty()))
        .map(|word| word.replace('%', " "))
        .collect();
    let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
    let mut terminal = TerminalGame::new(&args, None).unwrap();
    let mut out = Vec::new();
    terminal.play(&typed(input), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), terminal.pgn().unwrap())
}

#[test]
fn moves_are_answered_and_taken_back() {
    let (text, pgn) = played("", "炮二平五\nundo\nundo\nC8.5\nh2e9\nhint\nhelp\nmoves\n");
    assert_eq!(text.matches("Chuhe plays ").count(), 2, "{text}");
    for part in ["nothing to take back", "'h2e9', ", "Hint: ", "resign"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(pgn.contains("[Red \"You\"]") && pgn.contains("1. b2e2 "), "{pgn}");
    assert!(pgn.trim_end().ends_with(" *"), "{pgn}");
    let (text, pgn) = played("--side black", "flip\nresign\n");
    assert!(text.contains("Chuhe plays ") && pgn.contains("[Result \"1-0\"]"), "{text}{pgn}");
    assert!(text.ends_with("Resigned: black. 1-0\n"), "{text}");
    let (_, pgn) = played("--side both", "h2e2\nh9g7\nundo\nb9c7\nquit\n");
    assert!(pgn.contains("1. h2e2 b9c7 *"), "{pgn}");
}

#[test]
fn the_clock_is_shown_and_can_run_out() {
    let args = ["play", "--lang", "en", "--side", "both", "--clock", "1+1"];
    let args = Cli::try_parse_from(args).unwrap_or_else(|e| panic!("{e}")).args;
    let mut terminal = TerminalGame::new(&args, None).unwrap();
    let mut out = Vec::new();
    terminal.play(&typed("h2e2\n"), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("Red 1:00, Black 1:00") && text.contains("Red 1:0"), "{text}");
    let args = ["play", "--lang", "en", "--side", "both", "--clock", "0.000000001"];
    let args = Cli::try_parse_from(args).unwrap_or_else(|e| panic!("{e}")).args;
    let mut terminal = TerminalGame::new(&args, None).unwrap();
    let mut out = Vec::new();
    terminal.play(&typed("h2e2\nh9g7\n"), &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().ends_with("Out of time: red. 0-1\n"));
    let pgn = terminal.pgn().unwrap();
    assert!(pgn.contains("[Result \"0-1\"]") && !pgn.contains("C2.5"), "{pgn}");
}

#[test]
fn checks_levels_and_the_board_are_shown() {
    // Black is put in check and answers; then the engine's move may be a check, or not.
    let check = "--side both --fen 4k4/9/9/9/9/9/9/9/3R5/3K5_w";
    let (text, _) = played(&check.replace('_', "%"), "d1e1\nquit\n");
    assert_eq!(text.matches("Check!").count(), 1, "{text}");
    let (text, _) = played("--fen 4k4/9/9/9/9/9/9/9/3R5/3K5%w", "d1e1\nquit\n");
    assert!(text.find("Check!").unwrap() < text.find("Chuhe plays").unwrap(), "{text}");
    let (text, pgn) = played("", "board\nlevel\nlevel 7\nlevel 21\nlevel x\n等级 8\nd\nquit\n");
    assert_eq!(text.matches("R N B A K A B N R").count(), 3, "{text}");
    for part in ["Level 0 of 0 to 20", "Level 7 ", "Level 8 ", "0 to 20, found '21'", "found 'x'"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(pgn.contains("[Black \"Chuhe level 8\"]") && pgn.contains("[Date \"20"), "{pgn}");
    let (_, pgn) = played("", "level 20\n");
    assert!(pgn.contains("[Black \"Chuhe\"]"), "{pgn}");
}

#[test]
fn words_are_known_in_every_language() {
    for words in [
        "trợ giúp\ngợi ý\nđi lại\nnước đi\nbàn cờ\nlật\ncấp 3\nxin hòa\nxin thua\n",
        "帮助\n提示\n悔棋\n着法\n棋盘\n翻转\n等级 3\n提和\n认输\n",
        "幫助\n提示\n悔棋\n著法\n棋盤\n翻轉\n等級 3\n求和\n認輸\n",
        "HELP\nhint\nUndo\nmoves\nboard\nflip\nlevel 3\nDraw\nresign\n",
    ] {
        let (text, pgn) = played("", words);
        assert!(!text.contains("not a move") && text.contains("Level 3"), "{words}: {text}");
        assert!(text.contains("Hint: ") && text.contains("nothing to take back"), "{text}");
        assert!(text.contains("Chuhe declines the draw."), "{text}");
        assert!(text.ends_with("Resigned: red. 0-1\n") && pgn.contains("0-1"), "{text}");
    }
    assert!(matches!(Word::of("Save A b.PGN"), Word::Save("A b.PGN")));
    assert!(matches!(Word::of("lưu Ván.pgn"), Word::Save("Ván.pgn")));
    assert!(matches!(Word::of("save"), Word::Save("")));
}

#[test]
fn the_engine_agrees_to_a_draw_later_and_if_it_is_not_better() {
    let args = Cli::try_parse_from(["play", "--lang", "en"]).unwrap_or_else(|e| panic!("{e}")).args;
    for (plies, judged, agrees) in [
        (40, Some(0), true),
        (40, Some(-300), true),
        (40, Some(1), false),
        (40, None, false),
        (38, Some(-300), false),
    ] {
        let mut terminal = TerminalGame::new(&args, None).unwrap();
        for mv in ["h0g2", "h9g7", "g2h0", "g7h9"].iter().cycle().take(plies) {
            terminal.game.play(mv.parse().unwrap()).unwrap();
        }
        terminal.judged = judged.map(Score::new);
        let mut out = Vec::new();
        let turn = terminal.ask(&typed("draw\nquit\n"), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(turn == Turn::Drawn, agrees, "{plies} {judged:?}");
        assert_eq!(text.contains("declines"), !agrees, "{plies} {judged:?}");
        // What was taken back is not judged any more.
        assert!(terminal.take_back() && !terminal.agrees_to_draw());
    }
    // Who plays both sides agrees with himself.
    let (text, pgn) = played("--side both", "h2e2\ndraw\nnever read\n");
    assert!(text.ends_with("Drawn by agreement. 1/2-1/2\n"), "{text}");
    assert!(pgn.contains("[Result \"1/2-1/2\"]"), "{pgn}");
    // A draw comes too late where the time is up.
    let (text, pgn) = played("--side both --clock 0.000000001", "draw\n");
    assert!(text.ends_with("Out of time: red. 0-1\n"), "{text}");
    assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
}

#[test]
fn a_mate_ends_the_game() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    let args = ["play", "--lang", "en", "--fen", fen];
    let args = Cli::try_parse_from(args).unwrap_or_else(|e| panic!("{e}")).args;
    let mut terminal = TerminalGame::new(&args, None).unwrap();
    let mut out = Vec::new();
    terminal.play(&typed("R9.6\nnever read\n"), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.ends_with("black is mated\n") && text.contains("*R"), "{text}");
    for (style, part) in [("simplified", "*俥"), ("uci", "*R")] {
        let args = ["play", "--lang", "en", "--fen", fen, "--notation", style];
        let args = Cli::try_parse_from(args).unwrap_or_else(|e| panic!("{e}")).args;
        let mut out = Vec::new();
        TerminalGame::new(&args, None).unwrap().play(&typed("R9.6\n"), &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains(part), "{style}");
    }
}

#[test]
fn only_moves_add_to_the_clock() {
    let clock = "--side both --clock 1+30";
    let (text, _) = played(clock, &"flip\n".repeat(10));
    assert_eq!((text.matches("Red 1:00, ").count(), text.matches("Black 1:").count()), (1, 1));
    let (text, _) = played(clock, &"h2e2\nundo\n".repeat(5));
    let times: Vec<&str> = text.lines().filter(|line| line.starts_with("Red ")).collect();
    assert_eq!(times.len(), 11, "{text}");
    for (i, line) in times.iter().enumerate() {
        let is_as_before = *line == "Red 1:00, Black 1:00";
        assert_eq!(is_as_before, i % 2 == 0, "{i}: {line}");
    }
    let (text, _) = played(clock, "h2e2\nh9g7\nundo\nundo\n");
    assert!(text.trim_end_matches(['\n', '>', ' ']).ends_with("Red 1:00, Black 1:00"), "{text}");
}

#[test]
fn who_leaves_too_late_has_not_lost_on_time() {
    let clock = "--side both --clock 0.000000001";
    let (text, pgn) = played(clock, "resign\n");
    assert!(text.ends_with("Resigned: red. 0-1\n") && !text.contains("Out of time"), "{text}");
    assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
    for input in ["quit\n", ""] {
        let (text, pgn) = played(clock, input);
        assert!(!text.contains("Out of time") && pgn.contains("[Result \"*\"]"), "{text}{pgn}");
    }
}

/// A game for a player: what is printed before and after, and the game in the file.
fn rated(folder: &std::path::Path, options: &str, input: &str) -> (String, String) {
    let path = folder.join("me");
    let words = "play --lang en --notation uci --movetime 1 --player";
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.push(path.to_str().unwrap().into());
    let options = options.split(' ').filter(|word| !word.is_empty());
    words.extend(options.map(|word| word.replace('%', " ")));
    let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
    let mut terminal = TerminalGame::new(&args, args.player().unwrap()).unwrap();
    let mut out = Vec::new();
    terminal.play(&typed(input), &mut out).unwrap();
    terminal.rate(&mut out).unwrap();
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    (String::from_utf8(out).unwrap(), kept)
}

#[test]
fn the_level_follows_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let rated = |options: &str, input: &str| rated(folder.path(), options, input);
    let (text, kept) = rated("--level auto", "resign\n");
    assert!(text.contains("Level 5 to begin with"), "{text}");
    assert!(text.contains("Your level: 570 ± 920 on the"), "{text}");
    assert!(text.contains("(games: 1). The next game: level 0."), "{text}");
    assert!(kept.contains("{\"level\":5,\"points\":0.0,"), "{kept}");
    let (text, kept) = rated("--level auto --side black", "resign\n");
    assert!(text.contains("(games: 1). Chuhe plays at level 0."), "{text}");
    assert!(text.contains("(games: 2). The next game: level 0."), "{text}");
    assert!(kept.lines().last().unwrap().starts_with("{\"level\":0,\"points\":0.0,"), "{kept}");
    // A level of one's own choice counts as well, where results are kept; taking back does not
    // spoil a game.
    let (text, kept) = rated("--level 7", "h2e2\nundo\nlevel 7\nresign\n");
    assert!(!text.contains("Chuhe plays at") && text.contains("(games: 3)"), "{text}");
    assert_eq!(kept.lines().count(), 4, "{kept}");
    // These say nothing of the player.
    for (options, input) in [
        ("", "quit\n"),
        ("", ""),
        ("", "hint\nresign\n"),
        ("", "level 3\nlevel 0\nresign\n"),
        ("--side both", "resign\n"),
        ("--fen 3k5/9/9/9/9/9/9/9/4R4/R3K4%w", "a0d0\n"),
    ] {
        let (text, after) = rated(&format!("--level auto {options}"), input);
        assert!(text.contains("does not count") && !text.contains("next game"), "{text}");
        assert_eq!(after, kept, "{options}: {input}");
    }
}

#[test]
fn other_levels_are_refused() {
    for level in ["21", "-1", "Auto", "", "1.5", "9999999999999999999999"] {
        let words = ["play".to_owned(), format!("--level={level}")];
        let error = Cli::try_parse_from(words).err().unwrap().to_string();
        assert!(error.contains("expected a level from 0 to 20, or auto"), "{error}");
    }
}
