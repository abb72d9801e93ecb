//! Texts of games: every reader reads every text without a panic, and what is read of a game
//! comes back from DhtmlXQ whole and from WXF as far as that goes.

use chuhe_games::{Document, Fault, GameText, decode, dhtmlxq, lines, pgn, sheet, wxf};

pub fn check(bytes: &[u8]) {
    let text = decode(bytes).0;
    let readers = [dhtmlxq::read, lines::read, pgn::read, sheet::read, wxf::read];
    for read in readers {
        read(&text).into_iter().flatten().for_each(|game| comes_back(&game));
    }
}

fn comes_back(game: &GameText) {
    let Ok(checked) = game.check(None) else { return };
    let document = Document {
        tags: game.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect(),
        start: &game.start,
        comment: &game.comment,
        moves: &checked.moves,
        outcome: game.outcome,
        style: chuhe::notation::Style::Uci,
    };
    let only = |mut games: Vec<Result<GameText, Fault>>| {
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0).and_then(|game| game.check(None)).expect("what is written can be read")
    };
    let text = dhtmlxq::write(&document).expect("a checked game can be written");
    let again = only(dhtmlxq::read(&text));
    let said = |moves: &chuhe_games::Tree<chuhe_games::Annotated>| {
        let made = moves.walk().filter_map(|at| moves.get(at));
        made.map(|made| (made.mv, made.comment.clone())).collect::<Vec<_>>()
    };
    assert_eq!(said(&again.moves), said(&checked.moves), "{text}");
    let text = wxf::write(&document).expect("a checked game can be written");
    if !checked.moves.is_empty() || game.start != chuhe::board::Setup::start() {
        let again = only(wxf::read(&text));
        assert!(again.game.moves().eq(checked.game.moves()), "{text}");
    }
}
