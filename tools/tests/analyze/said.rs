//! What an analysis says of moves, mates, times and players.

use serde_json::Value;

use super::{OPENING, THROWN, with_games};
use crate::Pass;
use crate::folder::ensure;

/// A game that ends with mate: a rook takes a rank, another one mates.
const MATED: &str = "[Red \"甲\"]\n[Black \"丁\"]\n[Result \"1-0\"]\n\
                     [FEN \"4k4/9/1R7/9/p8/9/9/9/8R/3K5 w\"]\n\n1. b7b8 a5a4 2. i1i9 1-0\n";

/// Every judged move has a class, which text, JSON and PGN name alike, and is counted once.
pub(super) fn classes() -> Result<Pass, String> {
    let folder = with_games("classes", &format!("{OPENING}\n{THROWN}\n{MATED}"))?;
    folder.write("other", "h2h9 i9h9 a0a1\n")?;
    folder.text("book build --out own.book --min-games 1 other")?;
    let args = "analyze games other --depth 8 --json a.json --pgn a.pgn";
    let text = folder.text(args)?;
    let (json, pgn) = (folder.json("a.json")?, folder.read("a.pgn")?.replace('\n', " "));
    let games = json["games"].as_array().ok_or("no games")?.clone();
    let mut all = Vec::new();
    for game in &games {
        let moves = game["moves"].as_array().ok_or("no moves")?;
        for side in ["red", "black"] {
            let counts = game[side]["classes"].as_object().ok_or("no classes")?;
            ensure(counts.len() == 9, || format!("{counts:?}"))?;
            for (class, count) in counts {
                let own = |made: &&Value| {
                    made["class"] == class.as_str() && made["red"] == (side == "red")
                };
                ensure(moves.iter().filter(own).count() as u64 == *count, || {
                    format!("{side}: {class} {count}: {moves:?}")
                })?;
            }
        }
        all.extend(moves.iter().map(|made| made["class"].clone()));
    }
    // Usual moves are known from the start position on; a rook that is let alone is none of them.
    let known = all[..6].iter().filter(|class| *class == "book").count();
    ensure(known > 3 && all[6..].iter().all(|class| class != "book"), || format!("{all:?}"))?;
    for class in ["book", "best", "missed win", "only move"] {
        ensure(text.contains(class) && pgn.contains(class), || format!("{class}: {text} {pgn}"))?;
    }
    ensure(text.contains("!  only move") && pgn.contains("$7"), || format!("{text} {pgn}"))?;
    // With a book of one's own its moves are book, but for bad ones.
    let class_of = |words: &str| -> Result<Value, String> {
        folder.text(&format!("analyze other --depth 8 --json b.json{words}"))?;
        Ok(folder.json("b.json")?["games"][0]["moves"][0]["class"].clone())
    };
    let bare = class_of("")?;
    let known = class_of(" --book own.book")?;
    ensure(bare == known && bare != "book", || format!("{bare} {known}"))?;
    folder.write("quiet", "h0i2 h9i7\n")?;
    folder.text("book build --out quiet.book --min-games 1 quiet")?;
    let classes_of = |words: &str| -> Result<Value, String> {
        folder.text(&format!("analyze quiet --depth 8 --json b.json{words}"))?;
        Ok(folder.json("b.json")?["games"][0]["moves"][0]["class"].clone())
    };
    ensure(classes_of("")? != "book" && classes_of(" --book quiet.book")? == "book", || {
        "a book that is named is not used".into()
    })?;
    let missing = folder.run("analyze quiet --depth 1 --book no.book")?;
    let error = String::from_utf8_lossy(&missing.stderr);
    ensure(!missing.status.success() && error.contains("no.book"), || error.into_owned())?;
    Ok(Pass::Count(all.len() as u64))
}

/// Where a bad move was played the others that keep the value are known, and where one keeps it
/// alone, that.
pub(super) fn other_moves() -> Result<Pass, String> {
    let lost = "[FEN \"3ak4/4p4/9/9/r8/9/9/R3P4/9/2B1KA3 w\"]\n\n1. a2b2 *\n";
    let folder = with_games("other-moves", &format!("{THROWN}\n{lost}\n{OPENING}"))?;
    let args = "analyze games --depth 8 --state state --json a.json";
    folder.text(args)?;
    let json = folder.json("a.json")?;
    let position = &json["games"][0]["positions"][2];
    let others = position["others"].as_array().ok_or("no other moves")?;
    let is_kept =
        |other: &Value| other["loss_chance"] == 0.0 && other["line_text"][0] == other["text"];
    let has = |mv: &Value| others.iter().any(|other| &other["move"] == mv);
    ensure(others.len() > 5 && others.iter().all(is_kept), || position.to_string())?;
    ensure(!has(&position["line"][0]) && !has(&"a8d8".into()), || position.to_string())?;
    // Where only one move keeps the value, the list ends with the best of the rest.
    let lone = &json["games"][1]["positions"][0];
    let rest = lone["others"].as_array().ok_or("no other moves")?;
    ensure(rest.len() == 1 && rest[0]["loss_chance"].as_f64() >= Some(5.0), || lone.to_string())?;
    ensure(lone["line"][0] == "a2a5", || lone.to_string())?;
    // Only where a bad move was played.
    for game in json["games"].as_array().into_iter().flatten() {
        let moves = game["moves"].as_array().ok_or("no moves")?;
        for (made, position) in moves.iter().zip(game["positions"].as_array().ok_or("none")?) {
            let is_told = position["others"].is_array();
            ensure(!is_told || made["grade"].is_string(), || made.to_string())?;
        }
    }
    // What was found is not searched again.
    let before = folder.read("state")?;
    folder.text(args)?;
    ensure(folder.read("state")? == before, || "something was searched again".into())?;
    ensure(folder.json("a.json")? == json, || "the same state gave another result".into())?;
    Ok(Pass::Count(others.len() as u64))
}

/// A mate has its names in text, JSON and the report, in every language.
pub(super) fn names() -> Result<Pass, String> {
    let folder = with_games("names", MATED)?;
    for (lang, name) in [
        ("en", "Alternating Rooks"),
        ("zh-Hans", "双车错"),
        ("zh-Hant", "雙車錯"),
        ("vi", "Song xa thác"),
    ] {
        let text = folder.text(&format!(
            "analyze games --depth 8 --json a.json --report a.html --lang {lang}"
        ))?;
        let page = folder.read("a.html")?;
        ensure(text.contains(name) && page.contains(name), || format!("{name}: {text}"))?;
        let json = folder.json("a.json")?;
        let keys = json["games"][0]["mate"].as_array().ok_or("the mate has no name")?;
        ensure(keys.contains(&"alternating-rooks".into()), || format!("{keys:?}"))?;
    }
    let json = folder.json("a.json")?;
    let names = &json["games"][0]["positions"][2]["names"];
    ensure(names.as_array().is_some_and(|names| !names.is_empty()), || names.to_string())?;
    Ok(Pass::Count(4))
}

/// The time that a file tells is in the table, in JSON and on the page.
pub(super) fn clocks() -> Result<Pass, String> {
    let timed = "[Red \"甲\"]\n[Black \"乙\"]\n[TimeControl \"100\"]\n\n\
                 1. 炮二平五 {[%clk 0:01:35]} 马8进7 {[%emt 0:00:03]} \
                 2. 马二进三 {[%clk 0:00:06]} 车9平8 3. 车一平二 {[%clk 0:00:04]} *\n";
    let folder = with_games("clocks", &format!("{timed}\n{OPENING}"))?;
    let text = folder.text("analyze games --depth 1 --lang en --json a.json --report a.html")?;
    ensure(text.contains("96 s in all, 32.0 s a move; 1 move in time trouble"), || text.clone())?;
    ensure(text.contains("3 s in all, 3.0 s a move\n"), || text.clone())?;
    let json = folder.json("a.json")?;
    let took: Vec<Option<f64>> = json["games"][0]["moves"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|made| made["time"]["took"].as_f64())
        .collect();
    ensure(took == [Some(5.0), Some(3.0), Some(89.0), None, Some(2.0)], || format!("{took:?}"))?;
    ensure(json["games"][1]["moves"][0]["time"].is_null(), || "time from nowhere".into())?;
    ensure(json["games"][1]["red"]["time"].is_null(), || "time from nowhere".into())?;
    Ok(Pass::Count(5))
}

/// Games of a player are picked and summed up.
pub(super) fn player() -> Result<Pass, String> {
    let others = OPENING.replace("[Event", "[Red \"丙\"]\n[Black \"丁\"]\n[Event");
    let folder = with_games("player", &format!("{THROWN}\n{others}\n{MATED}"))?;
    let args = "analyze games --depth 8 --lang en --json a.json --report a.html";
    let text = folder.text(&format!("{args} --player 甲"))?;
    ensure(text.contains("甲: 2 games (won 1, drawn 1, lost 0, open 0), 4 moves"), || {
        text.clone()
    })?;
    ensure(text.contains("What went wrong: ") && !text.contains("丙"), || text.clone())?;
    let json = folder.json("a.json")?;
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    ensure((count(&json["games"]), count(&json["players"])) == (2, 1), || json.to_string())?;
    let own = &json["players"][0];
    ensure(own["bad"] == 1 && own["moves"] == 4 && own["games"] == 2, || own.to_string())?;
    let place = serde_json::json!([[0, 2]]);
    let kinds = own["kinds"].as_array().ok_or("no kinds")?;
    let is_thrown = |kind: &&Value| kind["key"] == "thrown-ending" && kind["places"] == place;
    ensure(kinds.iter().any(|kind| is_thrown(&kind)), || own.to_string())?;
    // Without a name, all who have played twice; of the games all are analysed.
    folder.text(args)?;
    let json = folder.json("a.json")?;
    let names: Vec<&str> =
        json["players"].as_array().into_iter().flatten().flat_map(|p| p["name"].as_str()).collect();
    ensure(count(&json["games"]) == 3 && names == ["丁", "甲"], || format!("{names:?}"))?;
    let nobody = folder.run("analyze games --depth 1 --player 戊")?;
    let error = String::from_utf8_lossy(&nobody.stderr);
    ensure(!nobody.status.success() && error.contains("in 3 games"), || error.into_owned())?;
    // A player whose only game is another part's is not unknown.
    let elsewhere = folder.run("analyze games --depth 1 --player 丙 --part 2/2")?;
    let error = String::from_utf8_lossy(&elsewhere.stderr);
    ensure(!elsewhere.status.success() && !error.contains("nobody"), || error.into_owned())?;
    // There is a summary of a game without a move of the player, and of one with both sides.
    for (moves, black, head) in [
        ("1. h2e2 1-0", "Bob", "Bob: 1 game (won 0, drawn 0, lost 1, open 0), 0 moves"),
        ("1. h2e2 h9g7 *", "Bobby", "Bob: 1 game (won 0, drawn 0, lost 0, open 2), 2 moves"),
    ] {
        let red = if moves.ends_with('*') { "Bob" } else { "Al" };
        let game = format!("[Red \"{red}\"]\n[Black \"{black}\"]\n\n{moves}\n");
        let folder = with_games("player-alone", &game)?;
        let text = folder.text("analyze games --depth 1 --lang en --player Bob")?;
        ensure(text.contains(head), || text.clone())?;
        ensure(!text.contains("; \n"), || text)?;
    }
    // No output takes the place of a book.
    folder.write("own.book", "book")?;
    let over = folder.run("analyze games --depth 1 --book own.book --json own.book")?;
    let error = String::from_utf8_lossy(&over.stderr);
    ensure(!over.status.success() && error.contains("--json"), || error.into_owned())?;
    ensure(folder.read("own.book")? == "book", || "the book is replaced".into())?;
    Ok(Pass::Count(8))
}
