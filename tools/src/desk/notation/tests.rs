use super::*;
use chuhe_games::read;
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: NotationArgs,
}

fn answer(words: &[&str], input: &str) -> Result<String> {
    Ok(String::from_utf8(bytes(words, input)?)?)
}

fn bytes(words: &[&str], input: impl Into<Vec<u8>>) -> Result<Vec<u8>> {
    let words = ["notation"].iter().chain(words);
    let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
    let mut out = Vec::new();
    match args.moves.is_empty() {
        true => {
            let games = Games::of_bytes(input, args.encoding.options())?;
            convert_found(games, "games", &args, &mut out)?
        }
        false => convert_words(&args, &mut out)?,
    }
    Ok(out)
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
    for style in ["wxf", "simplified", "uci1", "san", "san1", "vietnamese"] {
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

/// Texts as programs and people copy them, each into PGN.
#[test]
fn what_sites_and_programs_write_is_read() {
    let moves = "1. h2e2 h9g7 2. h0g2 i9h9";
    for input in [
        "[Variant \"xiangqi\"]\n\n1. Che2 {+0.38/19} Hg7 2. Hg2 Rh9 *\n",
        "[Variant \"Xiangqi\"]\n\n1. Che3 Hg8 2. Hg3 Rh10 *\n",
        "1. P2-5 M8.7\n2. M2.3 X9-8\n",
        "1.炮二平五马8进72.马二进三车9平8",
        "红方: 甲\n结果: 未知\n\n  1.炮二平五      马８进７\n  2.马二进三      车９平８\n",
        "FORMAT  WXF\nSTART{\n 1. C2.5 h8+7  2. H2+3\n r9.8 }END\n",
        "[DhtmlXQ]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
        "7747706279678070",
    ] {
        let text = answer(&["--to", "uci", "--format", "pgn"], input).unwrap();
        let body = text.split("\n\n").nth(1).unwrap_or_default().replace(" {+0.38/19}", "");
        assert_eq!(body, format!("{moves} *"), "{input}");
        let wxf = answer(&["--format", "wxf"], input).unwrap();
        assert!(wxf.contains("START{\n 1. C2.5 h8+7    2. H2+3 r9.8\n}END\n"), "{wxf}");
        assert_eq!(
            answer(&["--to", "uci", "--format", "lines"], &wxf).unwrap(),
            "h2e2 h9g7 h0g2 i9h9\n"
        );
    }
    assert_eq!(answer(&["--to", "san", "h2e2", "h9g7", "c3c4"], "").unwrap(), "Che2 Hg7 c4\n");
    assert_eq!(answer(&["--to", "san1", "Che2", "Hg7", "c4"], "").unwrap(), "Che3 Hg8 Pc5\n");
    assert_eq!(answer(&["--to", "vietnamese", "炮二平五", "马8进7"], "").unwrap(), "P2-5 M8.7\n");
    assert_eq!(answer(&["--from", "vietnamese", "--to", "uci", "P2-5"], "").unwrap(), "h2e2\n");
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
    let lost = |pgn: &str, format| -> Vec<Loss> {
        let game = read(pgn).remove(0).unwrap();
        let words = ["notation", "--to", "uci"];
        let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
        convert_game(&game, format, "a", &args).unwrap().losses
    };
    let said =
        |format| -> Vec<String> { lost(tagged, format).iter().map(Loss::to_string).collect() };
    assert_eq!(said(Format::Dhtmlxq), [""; 0]);
    assert_eq!(said(Format::Wxf), ["WXF has no place for Annotator"]);
    let xqf = said(Format::Xqf);
    assert_eq!(xqf.last().unwrap(), "XQF has room only for the beginning of Red");
    assert_eq!(said(Format::Pgn), [""; 0]);
    let line = said(Format::Lines);
    assert_eq!(line, ["a line has no place for Event, Annotator, Red"]);
    let game = "[Event \"?\"]\n1. h2e2! {好} (1. b2e2) h9g7";
    let all = [Loss::Variations, Loss::Comments, Loss::Marks];
    assert_eq!(lost(game, Format::Lines), all);
    assert_eq!(lost(game, Format::Xqf), [Loss::Marks]);
    assert_eq!(lost(game, Format::Dhtmlxq), [Loss::Marks]);
    assert_eq!(lost(game, Format::Wxf), [Loss::Variations, Loss::Comments]);
    assert_eq!(lost(game, Format::Pgn), []);
    let mut notes = Notes::default();
    notes.add(vec![Loss::Variations, Loss::Comments], Place::START);
    notes.add(vec![Loss::Variations], Place::START);
    let notes: Vec<String> = notes.each("a.pgn").map(|note| note.to_string()).collect();
    let expected =
        ["a.pgn: in 2 games: variations are left out", "a.pgn:1:1: comments are left out"];
    assert_eq!(notes, expected);
    let two = format!("{pgn}\n{pgn}");
    let error = answer(&["--format", "xqf"], &two).unwrap_err().to_string();
    assert_eq!(error, "a file of XQF has one game");
}

/// From each format that has trees into the next: the same tree, comments and tags.
#[test]
fn trees_go_through_all_formats() {
    let args = |format: &str| {
        let words = ["notation", "--to", "uci", "--format", format];
        Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args
    };
    let branches: String = (0..500).map(|_| "(2. b0c2 (2. c3c4 {二} a9a8) i9h9) ").collect();
    for pgn in [
        "[Event \"杯\"]\n[Title \"题\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Date \"2001.02.03\"]\n\n{始\n  二} 1. h2e2 \
         {a\n\n [b]} (1. b0c2 h9g7 (1... b9c7)) 1... h9g7 0-1\n",
        "[Red \"甲\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4A4/3K1r3 b\"]\n\n1... f0g0 (1... f0h0 {好}) 1/2-1/2\n",
        "[Red \"甲\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w\"]\n\n1. h2e2 *\n",
        &format!("[Red \"甲\"]\n\n1. h2e2 {{{}}} h9g7 2. h0g2 {branches} *\n", "长".repeat(20_000)),
    ] {
        let mut bytes = answer(&["--to", "uci"], pgn).unwrap().into_bytes();
        let first = String::from_utf8(bytes.clone()).unwrap();
        for format in ["xqf", "dhtmlxq", "cbr", "pgn", "cbr", "xqf", "dhtmlxq", "pgn"] {
            let mut games = Games::of_bytes(bytes, EncodingArgs::default().options()).unwrap();
            let game = games.next().unwrap().unwrap();
            let args = args(format);
            let done = convert_game(&game, args.format.unwrap(), "a", &args).unwrap();
            assert_eq!((done.losses, done.fault), (vec![], None), "{format}");
            bytes = done.bytes;
        }
        assert_eq!(String::from_utf8(bytes).unwrap(), first);
    }
}

/// A page of text in a library is no reason to fail; a game of an unknown version is.
#[test]
fn libraries_are_converted() {
    const SLOT: usize = 4096;
    const INDEX: usize = 66_624;
    let args = |words: &[&str]| Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
    let game = read("[Title \"A\"]\n1. h2e2 (1. b0c2) *\n").remove(0).unwrap();
    let game = convert_game(&game, Format::Cbr, "a", &args(&["notation"])).unwrap().bytes;
    let mut page = game.clone();
    page.truncate(2214);
    page[2120..2210].fill(0);
    page.extend([1, 0, 0, 0]);
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.resize(INDEX, 0);
    for record in [&page, &game, &page, &game] {
        library.extend(record);
        library.resize(INDEX + (library.len() - INDEX).next_multiple_of(SLOT), 0);
    }
    let convert = |library: &[u8]| {
        let (args, mut out) = (args(&["notation", "--to", "uci"]), Vec::new());
        let games = Games::of_bytes(library, args.encoding.options())?;
        let converted = convert_found(games, "a.cbl", &args, &mut out);
        converted.map(|()| String::from_utf8_lossy(&out).into_owned())
    };
    let text = convert(&library).unwrap();
    assert_eq!(text.matches("1. h2e2 (1. b0c2) *\n").count(), 2, "{text}");
    library[INDEX + SLOT + 19] = 3;
    let error = format!("{:#}", convert(&library).unwrap_err());
    assert_eq!(error, "a.cbl:2:1: CBR of version 3: not read");
}

/// What stands before a fault is kept, with a note of its own, in every line.
#[test]
fn broken_games_are_cut() {
    for (input, expected) in
        [("h2e2 xyz h9g7\nh2e2", "h2e2\nh2e2\n"), ("startpos moves h2e2 h9g7 h2h9", "h2e2 h9g7\n")]
    {
        assert_eq!(answer(&["--to", "uci"], input).unwrap(), expected);
    }
    let pgn = "[Red \"a\"]\n1. h2e2 (1. b2e2 h9h8 (1... h9g7 2. h9h8) 2. x) h9g7 2. h9h8 (2. b0c2) i9i8 *";
    let text = answer(&["--to", "uci"], pgn).unwrap();
    assert!(text.ends_with("\n1. h2e2 (1. b2e2 h9g7) 1... h9g7 *\n\n"), "{text}");
}

#[test]
fn faults_are_named() {
    let error = |words: &[&str], input| format!("{:#}", answer(words, input).unwrap_err());
    let found = error(&["h2e2", "h2e2"], "");
    assert_eq!(found, "move 2, 'h2e2', no legal move of this position");
    let found = error(&[], "h2e2\nxyz h2e2\n");
    assert!(found.starts_with("games:2:1: move 1, 'xyz', not a move"), "{found}");
    let found = error(&["--from", "wxf", "h2e2"], "");
    assert!(found.starts_with("move 1, 'h2e2', not a move"), "{found}");
    assert!(error(&["--fen", "x", "h2e2"], "").starts_with("bad FEN"));
}
