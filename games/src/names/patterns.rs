//! The patterns of mates.

use chuhe::types::Color::{Black, Red};
use chuhe::types::PieceType::{self, Advisor, Cannon, King, Knight, Pawn, Rook};
use chuhe::types::Square;

use super::story::{Step, Story};

/// A name's key, and whether a line that ends with a mate has it.
pub type Pattern = (&'static str, fn(&Story) -> bool);

/// The patterns, in the order of the documentation.
pub const PATTERNS: &[Pattern] = &[
    ("stalemate", |story| story.checkers().is_empty()),
    ("double-cannons", double_cannons),
    ("horse-cannon", horse_cannon),
    ("smothered-palace", smothered_palace),
    ("smothered", smothered),
    ("white-face", |story| story.last().king_takes_part()),
    ("iron-bolt", iron_bolt),
    ("bare-cannon", bare_cannon),
    ("heaven-earth", heaven_earth),
    ("cannon-grind", cannon_grind),
    ("rook-cannons", rook_cannons),
    ("three-on-a-wing", three_on_a_wing),
    ("alternating-rooks", alternating_rooks),
    ("sea-bottom", sea_bottom),
    ("palace-heart", palace_heart),
    ("octagon-horse", octagon_horse),
    ("corner-horse", corner_horse),
    ("crouching-horse", |story| needs_knight(story, &[(2, 8), (6, 8)])),
    ("angler-horse", |story| needs_knight(story, &[(2, 7), (6, 7)])),
    ("high-angler", |story| needs_knight(story, &[(2, 6), (6, 6)])),
    ("side-tiger", side_tiger),
    ("double-horses", double_horses),
    ("pull-spring", pull_spring),
    ("pawn-throne", |story| story.needed(Pawn).contains(&Square::new(4, 8))),
    ("old-pawn", |story| story.needed(Pawn).iter().any(|square| square.rank() == 9)),
    ("two-at-the-gate", two_at_the_gate),
    ("send-home", send_home),
    ("double-check", |story| story.checkers().len() > 1),
];

fn is_own(story: &Story, square: Square, kind: PieceType) -> bool {
    story.last().get(square).is_some_and(|piece| (piece.color(), piece.kind()) == (Red, kind))
}

/// Whether a cannon gives check over a screen of which something holds.
fn has_screen(story: &Story, is: impl Fn(&Story, Square, Square) -> bool) -> bool {
    let Some(king) = story.last().king() else { return false };
    story.checkers().into_iter().any(|(square, kind)| {
        let screens = story.last().between(square, king);
        kind == Cannon && screens.len() == 1 && is(story, square, screens[0])
    })
}

/// How many steps two points of a line are apart.
fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())
}

/// A cannon checks over another one.
fn double_cannons(story: &Story) -> bool {
    has_screen(story, |story, _, screen| is_own(story, screen, Cannon))
}

/// A cannon checks over a knight that stands one point from the king.
fn horse_cannon(story: &Story) -> bool {
    let Some(king) = story.last().king() else { return false };
    has_screen(story, |story, _, screen| {
        is_own(story, screen, Knight) && distance(screen, king) == 2
    })
}

/// A cannon alone checks over an advisor, and the king has nowhere to go: next to it are its
/// own men, or points of the line of the check.
fn smothered_palace(story: &Story) -> bool {
    let men = story.last();
    let Some(king) = men.king() else { return false };
    let is_own_man = |point: Square| men.get(point).is_some_and(|piece| piece.color() == Black);
    story.checkers().len() == 1
        && has_screen(story, |_, cannon, screen| {
            let is_on_line = |point: Square| match cannon.file() == king.file() {
                true => point.file() == king.file(),
                false => point.rank() == king.rank(),
            };
            men.get(screen).is_some_and(|p| (p.color(), p.kind()) == (Black, Advisor))
                && men.flight_points().into_iter().all(|p| is_own_man(p) || is_on_line(p))
        })
}

/// A check by one man, and the king stands between its own men on all sides.
fn smothered(story: &Story) -> bool {
    let men = story.last();
    let is_own_man = |point: Square| men.get(point).is_some_and(|piece| piece.color() == Black);
    story.checkers().len() == 1
        && men.flight_points().into_iter().all(is_own_man)
        && !smothered_palace(story)
}

/// A cannon on the middle file holds the king on its first point, and a rook or pawn next to
/// the king on the last rank mates.
fn iron_bolt(story: &Story) -> bool {
    let Some(king) = story.last().king() else { return false };
    let holds = |square: &Square| square.file() == 4 && square.rank() < 9;
    (king.file(), king.rank()) == (4, 9)
        && story.needed(Cannon).iter().any(holds)
        && story.checkers().iter().any(|&(square, kind)| {
            matches!(kind, Rook | Pawn) && square.rank() == 9 && distance(square, king) == 1
        })
}

/// Before the last move a cannon faces the king on the middle file with nothing between; not
/// where another cannon makes it Double Cannons.
fn bare_cannon(story: &Story) -> bool {
    let men = &story.end().before;
    let Some(king) = men.king() else { return false };
    let is_bare = |&square: &Square| square.file() == 4 && men.between(square, king).is_empty();
    king.file() == 4 && !double_cannons(story) && story.needed(Cannon).iter().any(is_bare)
}

/// One cannon on the middle file, the other on the last rank.
fn heaven_earth(story: &Story) -> bool {
    let cannons = story.needed(Cannon);
    let is_heaven = |square: &Square| square.file() == 4 && square.rank() < 9;
    let is_earth = |square: &Square| square.file() != 4 && square.rank() == 9;
    cannons.iter().any(is_heaven) && cannons.iter().any(is_earth)
}

/// A cannon takes two men or more on the last rank.
fn cannon_grind(story: &Story) -> bool {
    let takes = |step: &&Step| {
        step.piece.kind() == Cannon && step.mv.to().rank() == 9 && step.captured.is_some()
    };
    story.steps.iter().filter(takes).count() >= 2
}

/// The left wing, the right wing, or neither.
fn wing(square: Square) -> Option<bool> {
    match square.file() {
        0..=3 => Some(false),
        5..=8 => Some(true),
        _ => None,
    }
}

/// A rook and two cannons on one wing.
fn rook_cannons(story: &Story) -> bool {
    let (rooks, cannons) = (story.needed(Rook), story.needed(Cannon));
    let is_there = |side: bool| {
        let on = |square: &&Square| wing(**square) == Some(side) && square.rank() >= 5;
        rooks.iter().filter(on).count() >= 1 && cannons.iter().filter(on).count() >= 2
    };
    is_there(false) || is_there(true)
}

/// Three men of three kinds beyond the river on one wing.
fn three_on_a_wing(story: &Story) -> bool {
    let is_there = |side: bool| {
        let on = |kind: &&PieceType| {
            let is_on = |square: &Square| wing(*square) == Some(side) && square.rank() >= 5;
            story.needed(**kind).iter().any(is_on)
        };
        [Rook, Knight, Cannon, Pawn].iter().filter(on).count() >= 3
    };
    is_there(false) || is_there(true)
}

/// A rook checks along a line, another holds the line next to it: it attacks a point there that
/// the king could go to, whoever else does.
fn alternating_rooks(story: &Story) -> bool {
    let men = story.last();
    let Some(king) = men.king() else { return false };
    let holds = |rook: Square, is_on_rank: bool| {
        men.flight_points().into_iter().any(|point| {
            let is_beside =
                if is_on_rank { point.file() == king.file() } else { point.rank() == king.rank() };
            let is_in_line =
                if is_on_rank { point.rank() == rook.rank() } else { point.file() == rook.file() };
            is_beside && is_in_line && men.attackers(Red, point).contains(&rook)
        })
    };
    story.checkers().into_iter().filter(|&(_, kind)| kind == Rook).any(|(checker, _)| {
        let others = men.all(Red, Rook).into_iter().filter(|&other| other != checker);
        others.into_iter().any(|other| holds(other, checker.rank() == king.rank()))
    })
}

/// A rook or cannon goes behind the king on the last rank, where the solver's king holds the
/// middle file.
fn sea_bottom(story: &Story) -> bool {
    let goes_behind = |step: &Step| {
        let king = step.men.king();
        let is_behind = |king: Square| king.file() == step.mv.to().file() && king.rank() < 9;
        matches!(step.piece.kind(), Rook | Cannon)
            && step.mv.to().rank() == 9
            && king.is_some_and(is_behind)
    };
    let men = story.last();
    let is_in_the_middle = men.all(Red, King).iter().any(|square| square.file() == 4);
    is_in_the_middle && men.king_takes_part() && story.steps.iter().any(goes_behind)
}

/// A rook takes the advisor in the middle of the palace, and the mate follows.
fn palace_heart(story: &Story) -> bool {
    let strikes = |step: &Step| {
        step.piece.kind() == Rook
            && step.mv.to() == Square::new(4, 8)
            && step.captured.is_some_and(|piece| piece.kind() == Advisor)
            && step.reply.is_some()
    };
    story.steps.iter().any(strikes)
}

/// A knight on a corner of the palace, the king on the opposite one.
fn octagon_horse(story: &Story) -> bool {
    let Some(king) = story.last().king() else { return false };
    let is_corner =
        |square: &Square| matches!(square.file(), 3 | 5) && matches!(square.rank(), 7 | 9);
    let is_opposite = |square: &Square| {
        square.file().abs_diff(king.file()) == 2 && square.rank().abs_diff(king.rank()) == 2
    };
    story.needed(Knight).iter().any(|square| is_corner(square) && is_opposite(square))
}

/// A knight on a front corner of the palace gives check.
fn corner_horse(story: &Story) -> bool {
    let is_corner = |square: Square| matches!(square.file(), 3 | 5) && square.rank() == 7;
    story.checkers().into_iter().any(|(square, kind)| kind == Knight && is_corner(square))
}

fn needs_knight(story: &Story, points: &[(usize, usize)]) -> bool {
    let is_there = |square: &Square| points.contains(&(square.file(), square.rank()));
    story.needed(Knight).iter().any(is_there)
}

/// A rook mates the king off its middle file, held by a knight on an angler's point.
fn side_tiger(story: &Story) -> bool {
    let points = [(2, 7), (6, 7), (2, 6), (6, 6)];
    let is_off = story.last().king().is_some_and(|king| king.file() != 4);
    is_off && needs_knight(story, &points) && story.checkers().iter().any(|&(_, k)| k == Rook)
}

/// A knight gives check, and another one is needed too.
fn double_horses(story: &Story) -> bool {
    let knights = story.needed(Knight);
    story
        .checkers()
        .into_iter()
        .any(|(square, kind)| kind == Knight && knights.iter().any(|&other| other != square))
}

/// A rook moves off the leg of a knight, which gives check.
fn pull_spring(story: &Story) -> bool {
    let springs = |step: &Step| {
        let is_knight = |square: &Square| step.men.get(*square).is_some_and(|p| p.kind() == Knight);
        step.piece.kind() == Rook && step.checkers.iter().any(is_knight)
    };
    story.steps.iter().any(springs)
}

/// Two men, a pawn among them, at the points before the palace's middle on both sides.
fn two_at_the_gate(story: &Story) -> bool {
    let stand = |step: &Step| {
        let kind = |file| {
            let piece = step.men.get(Square::new(file, 8))?;
            (piece.color() == Red && matches!(piece.kind(), Pawn | Rook)).then_some(piece.kind())
        };
        matches!((kind(3), kind(5)), (Some(Pawn), Some(_)) | (Some(_), Some(Pawn)))
    };
    story.steps.iter().any(stand)
}

/// A pawn mates after a check by a pawn has sent the king back.
fn send_home(story: &Story) -> bool {
    let by_pawn = |step: &Step| step.piece.kind() == Pawn && step.checkers.contains(&step.mv.to());
    let goes_back = |step: &Step| {
        let king = step.men.king();
        step.reply.is_some_and(|(reply, _)| {
            Some(reply.from()) == king && reply.to().rank() > reply.from().rank()
        })
    };
    by_pawn(story.end()) && story.steps.iter().any(|step| by_pawn(step) && goes_back(step))
}
