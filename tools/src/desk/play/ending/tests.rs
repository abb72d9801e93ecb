use super::*;
use clap::Parser;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: PlayArgs,
}

fn read(options: &str) -> Result<PlayArgs, String> {
    let words = format!("play --lang en --notation uci {options}");
    let args = Cli::try_parse_from(words.split_whitespace());
    args.map(|cli| cli.args).map_err(|error| error.to_string())
}

fn practice(args: &PlayArgs) -> Result<Practice<'_>, String> {
    let name = args.ending.ending.clone().unwrap_or_default();
    Practice::new(args, &name).map_err(|error| format!("{error:#}"))
}

/// What is printed, and the games at the end.
fn played(options: &str, input: &str) -> (String, Vec<String>) {
    let args = read(options).unwrap();
    let mut practice = practice(&args).unwrap();
    let typed = Cursor::new(input.as_bytes().to_vec());
    let input = Input::new(typed, Arc::new(AtomicBool::new(false)));
    let mut out = Vec::new();
    practice.run(&input, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), practice.games)
}

/// Says something in a position; what is printed.
fn say(practice: &mut Practice<'_>, line: &str) -> String {
    let mut out = Vec::new();
    practice.hear(line, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn pose(practice: &mut Practice<'_>) -> String {
    let mut out = Vec::new();
    practice.pose(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Plays the best moves to the end of the position; what is printed.
fn solve(practice: &mut Practice<'_>) -> String {
    let mut text = String::new();
    while practice.attempt.ended.is_none() {
        let mv = practice.drill.hint(practice.game.board()).unwrap();
        text += &say(practice, &mv.to_string());
    }
    text
}

/// A legal move that gives the value away, if there is one.
fn slip(practice: &Practice<'_>) -> Option<Move> {
    let board = practice.game.board();
    let is_kept = |mv: &Move| practice.drill.assess(board, *mv).unwrap().is_kept();
    board.legal_moves().into_iter().find(|mv| !is_kept(mv))
}

#[test]
fn a_win_is_kept_lost_and_tried_again() {
    for side in ["red", "black"] {
        let options = format!("--ending krkab --seed 3 --length 4..9 --side {side}");
        let args = read(&options).unwrap();
        let mut practice = practice(&args).unwrap();
        let task = pose(&mut practice);
        let name = if side == "red" { "Red" } else { "Black" };
        assert!(task.contains(&format!("Position 1. {name} to move: won in ")), "{task}");
        let text = solve(&mut practice);
        let least = practice.attempt.least;
        let end = format!("Kept without a mistake. Your moves: {least}; the fewest: {least}.");
        assert!(text.contains(&end) && text.contains("Still won in 1."), "{text}");
        assert!(say(&mut practice, "a0a1").contains("for another position"));
        while slip(&practice).is_none() || practice.attempt.ended.is_some() {
            pose(&mut practice);
        }
        let mv = slip(&practice).unwrap();
        let text = say(&mut practice, &mv.to_string());
        assert!(text.contains("Now drawn: ") && text.contains(" would have kept it."), "{text}");
        assert_eq!(practice.attempt.mark(), Some(Mark::Failed));
        say(&mut practice, "undo");
        let text = solve(&mut practice);
        assert!(text.contains("Kept, with help or a second try. "), "{text}");
        let mv = practice.game.moves().next().unwrap();
        pose(&mut practice);
        let marks = [Mark::Clean, Mark::Helped, Mark::Failed, Mark::Open];
        assert_eq!(marks.map(|mark| practice.tally.of(mark)), [1, 1, 0, 0]);
        assert_eq!(practice.tally.made, practice.tally.kept + 1);
        assert!(practice.games[0].contains(&format!("[{name} \"You\"]")), "{:?}", practice.games);
        assert!(practice.games[1].contains(&format!("{mv}")), "{:?}", practice.games);
    }
}

#[test]
fn wins_by_the_rules_and_draws_are_said_rightly() {
    let args = read("--ending KRKN --goal rule --seed 2").unwrap();
    let mut by_rule = practice(&args).unwrap();
    let task = pose(&mut by_rule);
    assert!(task.contains("Red to move: won, because black may not go on checking."), "{task}");
    let text = solve(&mut by_rule);
    assert!(text.contains("Kept without a mistake.\n") || text.contains("; the fewest"), "{text}");
    let args = read("--ending KRKAABB --goal draw --length hard --seed 2").unwrap();
    let mut draw = practice(&args).unwrap();
    let task = pose(&mut draw);
    assert!(task.contains("Red to move: hold the draw for 20 moves."), "{task}");
    let text = solve(&mut draw);
    assert!(text.contains("Held for 20 moves.\nKept without a mistake."), "{text}");
    pose(&mut draw);
    let mv = slip(&draw).unwrap();
    let text = say(&mut draw, &mv.to_string());
    assert!(text.contains("Now lost in ") && text.contains(" would have kept it."), "{text}");
}

#[test]
fn words_do_what_they_say() {
    let options = "--ending KRKAB --seed 3 --length 4..9";
    let input = "hint\nmoves\nboard\nflip\nundo\nlevel 3\nx9x9\nhelp\n\nnext\nresign\n\nquit\n";
    let (text, games) = played(options, input);
    for part in ["Seed 3.", "Hint: ", "nothing to take back", "'x9x9', ", "resign, save"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for part in ["Position 2. ", "Not kept.", "Position 3. "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let sum = "Positions: 2. Without a mistake: 0; with help or a second try: 0; not kept: 1; \
               left open: 1. Moves that kept the value: 0 of 0.\n";
    assert!(text.ends_with(sum) && games.is_empty(), "{text}");
    assert_eq!(played(options, ""), played(options, ""));
    let other = played("--ending KRKAB --seed 4 --length 4..9", "").0;
    assert_ne!(played(options, "").0.replace("Seed 3", "Seed 4"), other);
    // Resigning can be taken back.
    let (text, _) = played(options, "resign\nundo\nundo\n");
    assert!(text.contains("nothing to take back") && text.contains("left open: 1"), "{text}");
}

#[test]
fn what_there_is_not_is_refused() {
    for (options, part) in [
        ("--ending rooks", "there is no ending 'rooks'; the nearest are "),
        ("--ending KRNKR", "build FOLDER --only KRNKR' makes it"),
        ("--ending KRNK", "build FOLDER --only RN' makes it"),
        ("--ending KRK --goal rule", "no position of KRK of this kind"),
        ("--ending KRK --length 90..", "--length: no such position of KRK was found; the longest"),
        ("--ending KRKN --goal rule --length 3", "--length: a win by the rules has none"),
        ("--ending KRKN --goal draw --length 3", "--length: a draw has none"),
        ("--ending KRK --side both", "--side red or black"),
    ] {
        let args = read(options).unwrap();
        let error = practice(&args).map(|_| ()).unwrap_err();
        assert!(error.contains(part), "{options}: {error}");
    }
    for (options, part) in [
        ("--ending KRK --length 9..3", "expected moves such as 12"),
        ("--ending KRK --level 3", "cannot be used with"),
        ("--ending KRK --clock 1+1", "cannot be used with"),
        ("--seed 3", "--ending"),
        ("--goal draw", "--ending"),
        ("--captures", "--ending"),
    ] {
        let error = read(options).unwrap_err();
        assert!(error.contains(part), "{options}: {error}");
    }
}

#[test]
fn classes_are_listed_with_their_pieces() {
    let args = read("--ending list").unwrap();
    for (lang, part) in [
        (Lang::En, "KRKAB          rook – advisor, bishop\n"),
        (Lang::ZhHans, "KRKAB          车 – 士，象\n"),
        (Lang::ZhHant, "KRK            車 – 將\n"),
        (Lang::Vi, "KRKN           Xe – Mã\n"),
    ] {
        let mut out = Vec::new();
        classes::list(&args.endings, lang, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(part) && text.lines().count() > 60, "{text}");
    }
}
