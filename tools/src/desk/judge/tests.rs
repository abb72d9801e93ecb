use super::*;
use chuhe_games::Games;
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: JudgeArgs,
}

fn args_of(options: &[&str]) -> JudgeArgs {
    let words = ["judge"].iter().chain(options).chain(&["-"]);
    Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args
}

fn answers(options: &[&str], input: &[u8]) -> Vec<String> {
    let language: &[&str] = if options.contains(&"--lang") { &[] } else { &["--lang", "en"] };
    let args = args_of(&[language, options].concat());
    let judged = judge_games(read(input), "games", &args);
    judged.iter().map(|game| game.line(Pen::default(), false)).collect()
}

/// The games of a file.
fn read(input: &[u8]) -> Vec<Result<GameText, Fault>> {
    let options = ReadOptions { is_strict: true, ..ReadOptions::default() };
    Games::of_bytes(input, options).unwrap().collect()
}

const CHASE: &str = "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1 moves a1c1 a4c4 c1a1 c4a4";

#[test]
fn each_line_is_answered_and_the_rest_skipped() {
    let moves = &CHASE[CHASE.find("a1c1").unwrap()..];
    let input = format!("# chase\n\n{CHASE} {moves}\r\n3k5/9/9/9/9/9/9/9/9/4K4 b\n{CHASE}");
    let expected = [
        "red_wins\tblack chases the cannon on a1 with every move",
        "draw\tneither side can mate",
        "ongoing\tthe game goes on",
    ];
    assert_eq!(answers(&[], input.as_bytes()), expected);
    let twice = answers(&["--occurrences", "2"], CHASE.as_bytes());
    assert_eq!(twice, ["red_wins\tblack chases the cannon on a1 with every move"]);
    let chinese = answers(&["--lang", "zh-Hans"], format!("{CHASE} {moves}").as_bytes());
    assert_eq!(chinese, ["red_wins\t黑方长捉 a1 的炮"]);
    let free = answers(&["--rules", "allowchase", "--occurrences", "2"], CHASE.as_bytes());
    assert_eq!(free, ["draw\trepetition without a forbidden attack"]);
}

#[test]
fn a_search_node_scores_what_is_certain() {
    let again = format!("{CHASE} a1c1");
    let found = answers(&["--in-search"], again.as_bytes());
    assert_eq!(found, ["red_wins\tblack chases the cannon on c1 with every move"]);
    let found = answers(&["--in-search"], CHASE.as_bytes());
    let bound = "no immediate score: black chases the cannon on a1 with every move, \
                 but the loop may still be left";
    assert_eq!(found, [format!("ongoing\t{bound}")]);
}

#[test]
fn a_bad_line_is_an_error_with_its_place_and_the_run_goes_on() {
    let lines: [(&[u8], &str); 8] = [
        (b"hello", "1:1: move 1, 'hello', not a move"),
        (b"3k5/9/9/9/9/9/9/9/9/4K4 x", "1:1: bad FEN, side to move"),
        (b"3k5/9/9/9/9/9/9/9/9/3K5 w", "1:1: impossible position"),
        (b"9/9 w", "1:1: bad FEN, board"),
        (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 move e0e1", "1:35: expected 'moves' after"),
        (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e9", "1:41: move 1, 'e0e9', no legal"),
        (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0", "1:41: move 1, 'e0', no legal"),
        (b"moves \xfe \0", "1:7: move 1, "),
    ];
    for (line, expected) in lines {
        let input = [line, b"\n3k5/9/9/9/9/9/9/9/9/4K4 w"].concat();
        let found = answers(&[], &input);
        assert!(found[0].starts_with(&format!("error\tgames:{expected}")), "{found:?}");
        assert_eq!(found[1..], ["draw\tneither side can mate"]);
    }
}

#[test]
fn of_several_files_each_verdict_has_its_place() {
    let games = judge_games(read(b"startpos"), "a.txt", &args_of(&["--lang", "en"]));
    let line = games[0].line(Pen::default(), true);
    assert_eq!(line, "ongoing\ta.txt:1:1: the game goes on");
    let error = input::read(Path::new("/nowhere/x")).unwrap_err();
    let fault = Judged::of_file(Path::new("/nowhere/x"), &error, Lang::En);
    let line = fault.line(Pen::default(), false);
    assert!(line.starts_with("error\t/nowhere/x: ") && fault.is_fault(), "{line}");
    assert_eq!(line.matches("nowhere").count(), 1, "{line}");
}

#[test]
fn pgn_is_judged_game_by_game() {
    let pgn = format!(
        "[FEN \"{}\"]\n1. a1a2 a4a4 *\n\n[Event \"b\"]\n1. C2.5 H8+7 *\n",
        &CHASE[..CHASE.find(" moves").unwrap()]
    );
    let expected = [
        "error\tgames:2:9: move 2, 'a4a4', no legal move of this position",
        "ongoing\tthe game goes on",
    ];
    assert_eq!(answers(&[], pgn.as_bytes()), expected);
}

#[test]
fn generated_games_read_back() {
    for game in Lines::new(7).take(50) {
        let read = read(format_game(&game).as_bytes()).remove(0).unwrap();
        let read = read.replay(usize::MAX, None).unwrap();
        assert_eq!(read.fen(), game.fen());
        assert_eq!(read.ply(), game.ply());
    }
    let first: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
    let second: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
    assert_eq!(first, second);
}
