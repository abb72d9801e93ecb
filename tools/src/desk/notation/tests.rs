use super::*;
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: NotationArgs,
}

fn answer(words: &[&str], input: &str) -> Result<String> {
    let words = ["notation"].iter().chain(words);
    let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
    let mut out = Vec::new();
    match args.moves.is_empty() {
        true => convert_text(input, "games", &args, &mut out)?,
        false => convert_words(&args, &mut out)?,
    }
    Ok(String::from_utf8(out)?)
}

#[test]
fn games_are_converted_line_by_line() {
    let input = "# two games\n1. C2.5 H8+7 2. H2+3 1-0\n\nstartpos moves h3e3 h10g8\n";
    let text = answer(&["--to", "uci"], input).unwrap();
    assert_eq!(text, "h2e2 h9g7 h0g2 1-0\nh2e2 h9g7\n");
    let text = answer(&["炮二平五 马8进7"], "").unwrap();
    assert_eq!(text, "炮二平五 马８进７\n");
    let text = answer(&["--to", "traditional", "h2e2", "h9g7"], "").unwrap();
    assert_eq!(text, "炮二平五 馬８進７\n");
    let text = answer(&["--to", "iccs", "--alternatives", "C2.5", "C8.5"], "").unwrap();
    assert_eq!(text, "H2-E2 B2-E2\n");
    let text = answer(&["h2e2", "h9g7", "--to", "wxf"], "").unwrap();
    assert_eq!(text, "C2.5 H8+7\n", "options may follow the moves");
    let fen = "3k5/9/9/9/9/9/9/4R4/4R4/4K4 b";
    let text = answer(&["--fen", fen, "--to", "uci", "将４进１", "R++1"], "").unwrap();
    assert_eq!(text, "d9d8 e2e3\n");
}

#[test]
fn lines_read_back() {
    let fen = "3k5/9/9/9/9/9/9/4R4/4R4/4K4 b - - 3 17";
    let input = format!("{fen} moves d9d8 e2e3 0-1\n{fen}\nh2e2 1/2-1/2\n");
    for style in ["wxf", "simplified", "uci1"] {
        let text = answer(&["--to", style], &input).unwrap();
        assert_eq!(answer(&["--to", "uci"], &text).unwrap(), input, "{text}");
    }
}

#[test]
fn pgn_stays_pgn() {
    let input = "[Red \"許銀川\"]\n[Result \"1-0\"]\n1. 炮二平五 {好} 馬８進７? 1-0\n";
    let text = answer(&["--to", "wxf"], input).unwrap();
    assert!(text.contains("[Red \"許銀川\"]\n") && text.contains("[Format \"WXF\"]\n"), "{text}");
    assert!(text.ends_with("\n1. C2.5 {好} H8+7 $2 1-0\n\n"), "{text}");
}

#[test]
fn formats_are_converted_into_each_other() {
    let pgn = "[Red \"许银川\"]\n1. 炮二平五 {好} 马8进7 1-0\n";
    let text = answer(&["--format", "dhtmlxq"], pgn).unwrap();
    assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"), "{text}");
    let back = answer(&["--to", "uci"], &text).unwrap();
    assert!(back.contains("[Red \"许银川\"]") && back.contains("1. h2e2 {好} h9g7 1-0"), "{back}");
    assert_eq!(answer(&["--format", "lines", "--to", "uci"], &text).unwrap(), "h2e2 h9g7 1-0\n");
    let tagged = "[Event \"杯赛\"]\n[Annotator \"某\"]\n[Round \"?\"]\n[Red \"一二三四五六七八九\"]\n1. h2e2 *\n";
    let game = read(tagged).remove(0).unwrap();
    let lost = |game, format| -> Vec<String> {
        losses(game, format).iter().map(Loss::to_string).collect()
    };
    assert_eq!(lost(&game, Format::Dhtmlxq), ["DhtmlXQ has no place for Annotator"]);
    let xqf = lost(&game, Format::Xqf);
    assert_eq!(xqf.last().unwrap(), "XQF has room only for the beginning of Red");
    assert_eq!(lost(&game, Format::Pgn), [""; 0]);
    let line = lost(&game, Format::Lines);
    assert_eq!(line, ["a line has no place for Event, Annotator, Red"]);
    let game = read("[Event \"?\"]\n1. h2e2! {好} (1. b2e2) h9g7").remove(0).unwrap();
    let all = [Loss::Variations, Loss::Comments, Loss::Marks];
    assert_eq!(losses(&game, Format::Lines), all);
    assert_eq!(losses(&game, Format::Xqf), [Loss::Variations, Loss::Marks]);
    assert_eq!(losses(&game, Format::Dhtmlxq), [Loss::Variations, Loss::Marks]);
    assert_eq!(losses(&game, Format::Pgn), [Loss::Variations]);
    let again = [Loss::Variations, Loss::Comments, Loss::Variations];
    let again = again.map(|loss| (loss, Place::START)).into();
    let notes: Vec<String> = noted(again, "a.pgn").map(|note| note.to_string()).collect();
    let expected =
        ["a.pgn: in 2 games: variations are left out", "a.pgn:1:1: comments are left out"];
    assert_eq!(notes, expected);
    let two = format!("{pgn}\n{pgn}");
    let error = answer(&["--format", "xqf"], &two).unwrap_err().to_string();
    assert_eq!(error, "an XQF file has one game");
}

#[test]
fn faults_are_named() {
    let error = |words: &[&str], input| format!("{:#}", answer(words, input).unwrap_err());
    let found = error(&["h2e2", "h2e2"], "");
    assert_eq!(found, "move 2, 'h2e2', no legal move of this position");
    let found = error(&[], "h2e2\nh2e2 xyz\n");
    assert!(found.starts_with("games:2:6: move 2, 'xyz', not a move"), "{found}");
    let found = error(&["--from", "wxf", "h2e2"], "");
    assert!(found.starts_with("move 1, 'h2e2', not a move"), "{found}");
    assert!(error(&["--fen", "x", "h2e2"], "").starts_with("bad FEN"));
}
