use super::*;
use crate as games;
use crate::document::{Annotated, Document};
use crate::fault::Fault;
use crate::text::{GameText, Place};
use crate::tree::Tree;
use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::rules::Outcome;
use chuhe::types::Color;

const GAME: &str = "FORMAT  WXF\nGAME\tKnown\nRED     Anna ; 1137 ; Team A ;\nBLACK\tBert;\n\
    RESULT  0-1\nDATE    2020-02-03 16:20:58\nEVENT   Cup ; 10m+0s\nREFEREE Someone\n\
    START{\n 1. C8.5 c2.5!   !!2. H8+7 h2+3 {good\n one} 3. R9.8? r1+1\n 4. P5+1 r1.6 }END\n";

fn played(game: &GameText) -> String {
    let replayed = game.replay(usize::MAX, None).unwrap_or_else(|fault| panic!("{fault}"));
    replayed.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn only(text: &str) -> GameText {
    assert!(is_wxf(text), "{text}");
    let mut found: Vec<Result<GameText, Fault>> = games::read(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).unwrap()
}

#[test]
fn a_file_of_a_club_is_read() {
    let game = only(GAME);
    assert_eq!(played(&game), "b2e2 b7e7 b0c2 b9c7 a0b0 a9a8 e3e4 a8f8");
    let tags = ["Title", "Red", "RedElo", "RedTeam", "Black", "Event", "Date", "Referee"];
    let values = tags.map(|tag| game.tag(tag).unwrap_or_default());
    let expected = [
        "Known",
        "Anna",
        "1137",
        "Team A",
        "Bert",
        "Cup ; 10m+0s",
        "2020-02-03 16:20:58",
        "Someone",
    ];
    assert_eq!((values, game.outcome), (expected, Outcome::Win(Color::Black)));
    let words = game.moves.values();
    let nags: Vec<&[u8]> = words.iter().map(|word| &*word.nags).collect();
    assert_eq!(nags[..5], [&[][..], &[1], &[3], &[], &[2]]);
    assert_eq!(
        (words[3].comment.as_str(), words[4].place),
        ("good\n one", Place { line: 11, column: 10 })
    );
    let two = games::read(&format!("{GAME}\n{GAME}"));
    assert!(two.len() == 2 && two[1].as_ref().unwrap().place.line == 14, "{two:?}");
    for end in ["\r", "\r\n"] {
        assert_eq!(played(&only(&GAME.replace('\n', end))), played(&game));
    }
}

#[test]
fn parts_are_games() {
    let two =
        "RED x\nSTART{ C2.5 {RED\n}\nRED y\n}END\n\nBLACK z\nSETUP{ Ke0\n}\nSTART{\n}\nSTART{ }";
    let mut begins = begins();
    let found: Vec<usize> =
        (1..).zip(two.lines()).filter(|(_, line)| begins(line)).map(|(n, _)| n).collect();
    assert_eq!(found, [7, 12]);
}

#[test]
fn it_is_told_by_its_headings() {
    for text in [
        "[Event \"START{\"]\n1. h2e2 {RED\nSTART{ } *",
        "h2e2 START{ h9g7 }END",
        "RED Anna\n1. C2.5 H8+7",
        "1. C2.5\nSTART{",
        "",
    ] {
        assert!(!is_wxf(text), "{text}");
    }
    for text in
        ["START{ 1. C2.5 }END", "\n; saved\nRED:\tx\n\nSTART {\n}", "SETUP{\nRa0\n}\nSTART{}"]
    {
        assert!(is_wxf(text), "{text}");
    }
}

#[test]
fn positions_of_both_kinds() {
    let fen = "FEN     3k5/9/9/9/9/9/4p4/9/9/R1EAK2H1 r\nSTART{ 1. R9+1 k4.5 }END";
    let game = only(fen);
    assert_eq!(game.start.to_string(), "3k5/9/9/9/9/9/4p4/9/9/R1BAK2N1 w - - 0 1");
    assert_eq!(game.words().count(), 2);
    let setup =
        "GAME x\nSETUP{ Ra0, Ke0 kD9\n pe3 MOVE 5 BLACK }\nSTART{\n5. ... p5.4 6. R9+1 }END";
    let game = only(setup);
    assert_eq!(game.start.to_string(), "3k5/9/9/9/9/9/4p4/9/9/R3K4 b - - 0 5");
    assert_eq!(played(&game), "e3d3 a0a1");
    for (bad, message) in [
        (
            setup.replace("Ra0", "Xa0"),
            "2:1: WXF: expected pieces on points in SETUP{ }, such as Ra0",
        ),
        (setup.replace("MOVE 5", "MOVE x"), "2:1: WXF: expected pieces"),
        (fen.replace("3k5", "3k6"), "1:1: bad FEN, board"),
    ] {
        let found = games::read(&bad)[0].clone().unwrap_err().to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn the_draft_has_four_notations_and_letters_to_choose() {
    let moves = "h2e2 h9g7 h0g2 g9e7 c3c4 f9e8";
    for text in [
        "FORMAT ICCS\nSTART{ H2-E2 H9-G7 H0-G2 G9-E7 C3-C4 F9-E8 }END",
        "FORMAT AXF\nSTART{ 1. C2=5!! N8+7 2. N2+3 M7+5 3. P7+1+ G6+5++ }END",
        "FORMAT AXF, C(Q) N(S) M(L) G(W)\nSTART{ 1. Q2=5 S8+7 2. S2+3 L7+5 3. P7+1 W6+5 }END",
        "FORMAT LALG\nSTART{ 1. Ch2-e2 Nh9-g7 2. Nh0-g2 Mg9-e7 3. Pc3-c4 Gf9-e8 }END",
        "FORMAT SALG\nSTART{ 1. Che2 Ng7 2. Ng2 Mge7 3. Pc4 Gfe8+ }END",
    ] {
        assert_eq!(played(&only(text)), moves, "{text}");
    }
}

#[test]
fn what_ends_too_early_is_kept_up_to_there() {
    for (text, moves, message) in [
        (GAME.split(" 4.").next().unwrap(), 6, "9:7: WXF: it is cut off: there is no '}'"),
        (GAME.split("one}").next().unwrap(), 4, "10:33: a comment without '}'"),
        ("RED x\nSTART{ C2.5\nRED y\n", 3, "2:7: WXF: it is cut off: there is no '}'"),
    ] {
        let game = only(text);
        assert_eq!((game.words().count(), &*game.fault.unwrap().to_string()), (moves, message));
    }
    let fault = games::read("RED x\nSTART{").remove(0).unwrap_err().to_string();
    assert_eq!(fault, "2:7: WXF: it is cut off: there is no '}'");
    for end in (0..GAME.len()).filter(|&end| GAME.is_char_boundary(end)) {
        let _ = (read(&GAME[..end]), read(&GAME[end..]));
    }
}

#[test]
fn what_is_written_reads_back() {
    let start: Setup = "3k5/9/9/9/4p4/9/9/9/9/2B1K1R2 b - - 3 7".parse().unwrap();
    let texts = ["e5e4", "g0g9", "d9d8", "g9g8", "d8d7", "g8g7", "d7d8", "g7g8", "d8d9", "c0e2"];
    let mut moves = texts.map(|text| Annotated::plain(text.parse().unwrap())).to_vec();
    moves[2].nags = vec![5, 1];
    let moves: Tree<Annotated> = moves.into_iter().collect();
    let tags = [
        ("Red", "甲; 一"),
        ("RedElo", "2000"),
        ("Black", "乙"),
        ("Title", "t {x}"),
        ("Opening", "o"),
    ];
    let document = Document {
        tags: tags.iter().map(|&(tag, value)| (tag.into(), value.into())).collect(),
        start: &start,
        comment: "one\n\ntwo",
        moves: &moves,
        outcome: Outcome::Draw,
        style: Style::Wxf,
    };
    let text = write(&document).unwrap();
    assert!(text.contains("\n 7. ... p5+1    8. R3+9 k4+1!?"), "{text}");
    let game = only(&text);
    let expected: Vec<String> = moves.main_line().map(|made| made.mv.to_string()).collect();
    assert_eq!((played(&game), game.start.to_string()), (expected.join(" "), start.to_string()));
    let values = ["Red", "RedElo", "Black", "Title", "Opening"].map(|tag| game.tag(tag).unwrap());
    assert_eq!(values, ["甲  一", "2000", "乙", "t  x", "o"]);
    assert_eq!((game.comment.as_str(), game.outcome), ("one\n\ntwo", Outcome::Draw));
    assert_eq!(game.moves.values()[2].nags, [5]);
    let illegal = Document { start: &Setup::start(), ..document.clone() };
    assert_eq!(write(&illegal), None);
    // A diagram that is no legal position is one of a record.
    let facing: Setup = "4k4/9/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
    let diagram = Document { start: &facing, moves: &Tree::default(), ..document };
    assert_eq!(only(&write(&diagram).unwrap()).start, facing);
}

/// Texts of 400 kB, as for PGN.
#[test]
fn reading_takes_linear_time() {
    for part in
        ["{", "}", "START{", "SETUP{", "RED ", "RED a\n", "START{\n}\n", "!!", "FEN\n", "A(B) "]
    {
        let text = format!("START{{ {}", part.repeat(400_000 / part.len()));
        let headed = format!("FORMAT X {}", part.repeat(400_000 / part.len()));
        let began = std::time::Instant::now();
        for text in [text, headed] {
            let _ = (is_wxf(&text), read(&text));
        }
        assert!(began.elapsed().as_secs() < 20, "{part:?}");
    }
}
