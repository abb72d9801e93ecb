use super::*;
use crate::document::{Annotated, Document};
use crate::fault::Fault;
use crate::text::{GameText, Place};
use crate::tree::{START, Tree};
use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::rules::Outcome;
use chuhe::types::Color;

const BINIT: &str = "8979695949392919097717866646260600102030405060708012720323436383";

const GAME: &str = "<div>[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n\
    [DhtmlXQ_red]许银川[/DhtmlXQ_red]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
    [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
    [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
    [DhtmlXQ_comment2]好||着[/DhtmlXQ_comment2]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n\
    [/DhtmlXQ]</div>";

fn played(game: &GameText) -> String {
    let replayed = game.replay(usize::MAX, None).unwrap();
    replayed.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// `h2e2 (h2d2 h9g7 {c}) h9g7`: the words of a tree with variations and comments.
fn shown(game: &GameText) -> String {
    fn show(game: &GameText, at: crate::tree::At, text: &mut String) {
        let mut children = game.moves.children(at);
        let Some(main) = children.next() else { return };
        let put = |at, text: &mut String| {
            let word = game.moves.get(at).unwrap();
            *text += &word.text;
            if !word.comment.is_empty() {
                *text += &format!(" {{{}}}", word.comment);
            }
        };
        put(main, text);
        for other in children {
            *text += " (";
            put(other, text);
            *text += " ";
            show(game, other, text);
            *text = text.trim_end().to_owned() + ")";
        }
        *text += " ";
        show(game, main, text);
    }
    let mut text = String::new();
    show(game, START, &mut text);
    text.trim_end().to_owned()
}

fn only(text: &str) -> GameText {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

fn with(fields: &[(&str, &str)]) -> String {
    let field =
        |(name, value): &(&str, &str)| format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    format!("[DhtmlXQ]\n{}[/DhtmlXQ]\n", fields.iter().map(field).collect::<String>())
}

#[test]
fn a_game_of_a_page_is_read() {
    assert_eq!((first_field(GAME), first_field("[Event \"x\"]")), (Some(5), None));
    let games = read(&format!("{GAME}\n{GAME}"));
    assert_eq!(games.len(), 2);
    let game = games[1].as_ref().unwrap();
    assert_eq!(played(game), "h2e2 h9g7 h0g2");
    assert_eq!((game.tag("Red"), game.start == Setup::start()), (Some("许银川"), true));
    assert_eq!(game.outcome, Outcome::Win(Color::Red));
    assert_eq!(shown(game), "h2e2 h9g7 {好\n着} (b9c7) h0g2");
    assert_eq!(game.moves.values()[1].place, Place { line: 15, column: 23 });
}

#[test]
fn the_word_in_a_comment_is_no_field() {
    for text in [
        "[Event \"[DhtmlXQ]\"]\n\n1. h2e2 {[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]} *",
        "{from [DhtmlXQ_title]x[/DhtmlXQ_title]} 1. h2e2 *",
        "; [DhtmlXQ]\n1. h2e2 *",
        "1. h2e2 {one\n[DhtmlXQ]\ntwo} h9g7",
        "h2e2 # [DhtmlXQ_title]x[/DhtmlXQ_title]\n# [DhtmlXQ]",
    ] {
        assert_ne!(crate::detect_text(text), crate::Format::Dhtmlxq, "{text}");
    }
    for text in [
        "{\"text\": \"[DhtmlXQ]\"}",
        "<a href=\"#\"> #x { } [dhtmlxq]",
        "<style>p {\n}</style>\n<script>{ var x = '[DhtmlXQ_title]'",
        "标题 [DhtmlXQiFrame]",
    ] {
        assert_eq!(crate::detect_text(text), crate::Format::Dhtmlxq, "{text}");
    }
}

#[test]
fn results_are_words_or_letters() {
    for (result, outcome) in [
        ("红胜", Outcome::Win(Color::Red)),
        ("W", Outcome::Win(Color::Red)),
        (" L ", Outcome::Win(Color::Black)),
        ("D", Outcome::Draw),
        ("", Outcome::Ongoing),
    ] {
        let game = only(&with(&[("result", result), ("movelist", "77477062")]));
        assert_eq!(game.outcome, outcome, "{result}");
    }
}

#[test]
fn ccbridge_has_one_name_for_two_times() {
    let text = "[DhtmlXQ_blacktime]9[/DhtmlXQ_time]\n[DhtmlXQ_black]Bert[/DhtmlXQ_black]\n\
                [DhtmlXQ_blacktime]7[/DhtmlXQ_time]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
    for text in [text.to_owned(), format!("[DhtmlXQ]{text}[/DhtmlXQ]")] {
        let game = only(&text);
        let tags = ["RedTime", "Black", "BlackTime"].map(|tag| game.tag(tag));
        assert_eq!(tags, [Some("9"), Some("Bert"), Some("7")]);
    }
    let two = format!("{0}{0}", with(&[("title", "a"), ("movelist", "7747")]));
    assert_eq!(read(&two).len(), 2);
    let loose = two.replace("[DhtmlXQ]", "").replace("[/DhtmlXQ]", "");
    assert_eq!(read(&loose).len(), 2);
}

#[test]
fn lines_stand_in_any_order() {
    let fields = [
        ("move_1_3_2", "7976"), // b. h0g... of line 1, which comes later
        ("comment2_3", "deep"),
        ("comment1_2", "reply"),
        ("comment0_1", "first"),
        ("comment0", "root||two"),
        ("move_0_2_1", "10227967"),
        ("move_2_1_3", "1747"),
        ("movelist", "774770627967"),
        ("comment1_77", "far"),
    ];
    let game = only(&with(&fields));
    assert_eq!(game.comment, "root\ntwo");
    let expected = "h2e2 {first} (b2e2) h9g7 (b9c7 {reply} h0g2 {far} (h0h3 {deep})) h0g2";
    assert_eq!(shown(&game), expected);
    assert_eq!(game.fault, None);
    let main = [("move_0_1_0", "77477062"), ("comment0_2", "x"), ("comment0_0", "y")];
    let game = only(&with(&main));
    assert_eq!((shown(&game).as_str(), game.comment.as_str()), ("h2e2 h9g7 {x}", "y"));
}

#[test]
fn pages_of_dpxq_have_moves_in_scripts() {
    let page = |movelist: &str| {
        format!(
            "<div id=dhtmlxq_view>[DhtmlXQ_title]a[/DhtmlXQ_title]<br>[DhtmlXQ_binit][/DhtmlXQ_binit]\
             <br>[DhtmlXQ_movelist][/DhtmlXQ_movelist]</div><script>var DhtmlXQ_movelist = \
             {movelist};</script>"
        )
    };
    for (movelist, expected) in [
        ("'[0_1_0]77477062[/0_1_0][0_2_1]1022[/0_2_1]'", "h2e2 h9g7 (b9c7)"),
        ("'[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]'", "h2e2 h9g7"),
        ("'[DhtmlXQ_move'+'list]7747'+ '7062[/DhtmlXQ_move'+'list]'", "h2e2 h9g7"),
        ("\"[DhtmlXQ_movelist][0_1_0]7747[/0_1_0]\" + \"[0_1_1]1747[/0_1_1]\"", "h2e2 (b2e2)"),
    ] {
        let game = only(&page(movelist));
        assert_eq!((shown(&game).as_str(), game.tag("Title")), (expected, Some("a")), "{movelist}");
    }
}

#[test]
fn the_position_says_who_moves() {
    let side = |fields: &[(&str, &str)]| only(&with(fields)).start.side;
    let checked = "9999994839999999999999999999999959999999409999999999999999999999";
    let fen = "4k4/9/9/9/9/9/9/9/4A4/3K1r3 b - - 0 1";
    let [red, black] = Color::ALL;
    assert_eq!(side(&[("fen", fen), ("binit", checked), ("movelist", "")]), black);
    assert_eq!(side(&[("binit", checked), ("movelist", "")]), red);
    assert_eq!(side(&[("fen", fen), ("movelist", "4838")]), red);
    assert_eq!(side(&[("binit", BINIT), ("movelist", "7062")]), black);
    let game = only(&with(&[("fen", "bad"), ("binit", checked)]));
    assert_eq!(game.start.to_string(), "4k4/9/9/9/9/9/9/9/4A4/3K1r3 w - - 0 1");
    let fault = read(&with(&[("fen", "bad"), ("movelist", "7747")]))[0].clone().unwrap_err();
    assert!(fault.to_string().starts_with("2:14: bad FEN"), "{fault}");
}

#[test]
fn what_is_written_reads_back() {
    let start: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 b - - 3 9".parse().unwrap();
    let comments = ["[0_1_2] [/b] [DhtmlXQ] '+' <script>", "\\u4e2d || 好\nx", ""];
    let mut moves = Tree::default();
    let made = |text: &str, comment: &str| Annotated {
        comment: comment.into(),
        ..Annotated::plain(text.parse().unwrap())
    };
    let first = moves.add(START, made("d9d8", comments[0]));
    moves.add(START, made("d9e9", comments[1]));
    let second = moves.add(first, made("a0a1", ""));
    let other = moves.add(first, made("e1e2", comments[1]));
    let deep = moves.add(other, made("d8d7", ""));
    moves.add(other, made("d8d9", "last"));
    moves.add(deep, made("a0a9", ""));
    moves.add(second, made("d8d7", ""));
    let document = Document {
        tags: TAGS.iter().map(|&(name, tag)| (tag.into(), name.into())).collect(),
        start: &start,
        comment: "c\n\nd",
        moves: &moves,
        outcome: Outcome::Draw,
        style: Style::Uci,
    };
    let text = write(&document).unwrap();
    let game = only(&text);
    assert_eq!((game.start.to_string(), game.outcome), (start.to_string(), Outcome::Draw));
    assert!(TAGS.iter().all(|&(name, tag)| game.tag(tag) == Some(name)), "{:?}", game.tags);
    let expected = "d9d8 {[0_1_2] [/b] [DhtmlXQ] '+' <script>} (d9e9 {\\u4e2d || 好\nx}) a0a1 (e1e2 {\\u4e2d || 好\nx} \
                    d8d7 (d8d9 {last}) a0a9) d8d7";
    assert_eq!((shown(&game).as_str(), game.comment.as_str()), (expected, "c\n\nd"));
}

#[test]
fn a_thousand_branches_and_a_long_comment() {
    let mut moves: Tree<Annotated> = Tree::default();
    let mut at = START;
    let comment = "好||\\u".repeat(4000);
    for ply in 0..1000 {
        // Rooks go to and fro; the text of a game may be longer than its rules allow.
        let text = ["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4];
        let other = ["i0i1", "i9i8"][ply % 2];
        let next = moves.add(at, Annotated::plain(text.parse().unwrap()));
        moves.add(
            at,
            Annotated { comment: comment.clone(), ..Annotated::plain(other.parse().unwrap()) },
        );
        at = next;
    }
    let start = Setup::start();
    let document = Document {
        tags: Vec::new(),
        start: &start,
        comment: &comment,
        moves: &moves,
        outcome: Outcome::Ongoing,
        style: Style::Uci,
    };
    let game = only(&write(&document).unwrap());
    let texts = |at| game.moves.get(at).map(|word| (word.text.clone(), word.comment.clone()));
    let given = |at| moves.get(at).map(|made| (made.mv.to_string(), made.comment.clone()));
    let read: Vec<_> = game.moves.walk().map(texts).collect();
    assert!(read == moves.walk().map(given).collect::<Vec<_>>());
    assert_eq!((read.len(), game.comment.as_str()), (2000, comment.as_str()));
}

#[test]
fn damage_is_a_fault_and_keeps_what_was_before() {
    let fault = |fields: &[(&str, &str)]| match read(&with(fields)).remove(0) {
        Ok(game) => format!("{} {}", shown(&game), game.fault.unwrap()),
        Err(fault) => fault.to_string(),
    };
    let found = fault(&[("movelist", "774770")]);
    assert_eq!(found, "h2e2 2:23: DhtmlXQ: expected moves of four digits");
    let found = fault(&[("movelist", "77x7")]);
    assert_eq!(found, "2:19: DhtmlXQ: expected moves of four digits");
    let found = fault(&[("binit", &BINIT[1..]), ("movelist", "7747")]);
    assert_eq!(found, "2:16: DhtmlXQ: expected 32 points as binit");
    for line in ["move_0_3_1", "move_5_1_1", "move_1_2_1", "move_0_0_1"] {
        let found = fault(&[("movelist", "7747"), (line, "1022")]);
        assert_eq!(found, "h2e2 3:21: DhtmlXQ: a variation without the line that it leaves");
    }
    let game = only("[DhtmlXQ_movelist]77477062");
    assert_eq!(shown(&game), "h2e2 h9g7");
    assert_eq!(game.fault.unwrap().to_string(), "1:19: DhtmlXQ: it is cut off");
    for end in (0..GAME.len()).filter(|&end| GAME.is_char_boundary(end)) {
        let _ = read(&GAME[..end]);
    }
}

#[test]
fn digits_alone_are_a_game() {
    let read = |word| read_digits(word, Place { line: 3, column: 3 });
    let game = read("77477062").unwrap();
    assert_eq!((shown(&game).as_str(), game.place), ("h2e2 h9g7", Place { line: 3, column: 3 }));
    assert_eq!(game.moves.values()[1].place, Place { line: 3, column: 7 });
    assert_eq!(read("7062").unwrap().start.side, Color::Black);
    for other in ["", "774", "7777", "9999", "774x", "1234x", "0001900"] {
        assert_eq!(read(other), None, "{other}");
    }
}

/// Texts of 400 kB that took a reader minutes which looked at some of it again and again.
#[test]
fn reading_takes_linear_time() {
    let chain = |ply: fn(usize) -> usize| -> String {
        let line = |n: usize| format!("[DhtmlXQ_move_{n}_{}_{}]1022", ply(n), n + 1) + "[/x]";
        "[DhtmlXQ_movelist]7747[/x]".to_owned() + &(0..20_000).map(line).collect::<String>()
    };
    let mut texts = vec![chain(|n| n + 2), chain(|_| 1), chain(|n| n / 2 + 1)];
    for part in [
        "[DhtmlXQ_",
        "[DhtmlXQ_title]",
        "[",
        "[/",
        "[DhtmlXQ_title]a[/",
        "[DhtmlXQ]",
        "[0_1_2]",
        "'+'",
        "<script>'+",
        "\\u",
        "\\u4e2d",
        "# {",
        "[DhtmlXQ_movelist]7747[/",
        "[DhtmlXQ_binit][/",
        "[DhtmlXQ_move_0_1_1]7747[/",
        "[DhtmlXQ_comment1]a[/",
    ] {
        texts.push(format!("[DhtmlXQ_movelist]7747[/x]{}", part.repeat(400_000 / part.len())));
    }
    for text in texts {
        let began = std::time::Instant::now();
        let _: Vec<Result<GameText, Fault>> = read(&text);
        let _ = first_field(&text);
        let took = began.elapsed().as_secs();
        assert!(took < 20, "{took} s: {}", &text[..80]);
    }
}

#[test]
fn fields_of_addresses_are_read() {
    for text in [
        "%5BDhtmlXQ%5D%5BDhtmlXQ_red%5D%E7%94%B2%5B%2FDhtmlXQ_red%5D%5BDhtmlXQ_movelist%5D77477062%5B%2FDhtmlXQ_movelist%5D%5B%2FDhtmlXQ%5D",
        "http://example.com/?game=%5bdhtmlxq%5d%5bDhtmlXQ_red%5d%BC%D7%5b/DhtmlXQ_red%5d%5bDhtmlXQ_movelist%5d77477062",
        "%5BDhtmlXQ%5D[DhtmlXQ_red%5D%u7532%5B/x%5D\n%5BDhtmlXQ_movelist%5D7747%0A7062[/x]",
    ] {
        let game = crate::read(text).remove(0).unwrap();
        let words: Vec<&str> = game.words().map(|word| word.text.as_str()).collect();
        assert_eq!((words, game.tag("Red")), (vec!["h2e2", "h9g7"], Some("甲")), "{text}");
    }
    assert!(crate::read("%5BDhtmlXQ%5D 100% of %5 and %u12").is_empty());
}
