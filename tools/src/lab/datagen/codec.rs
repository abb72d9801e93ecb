//! The code of stored games: an adaptive range coder with contexts for moves and scores.

use anyhow::{Context, Result, ensure};

use chuhe::board::{START_FEN, Setup};
use chuhe::rules::{Game, Outcome};
use chuhe::types::{Color, Move, Piece, Square};

use super::move_order::ordered_moves;
use super::range::{BitModel, BitTree, Decoder, Encoder, UnsignedModel};
use super::record::{Ending, OpeningKind, ScoredMove, StoredGame};

const KINDS: [OpeningKind; 3] = OpeningKind::ALL;
const ENDINGS: [Ending; 4] =
    [Ending::Rule, Ending::WinAdjudication, Ending::DrawAdjudication, Ending::PlyCap];
const OUTCOMES: [Outcome; 3] =
    [Outcome::Draw, Outcome::Win(Color::Red), Outcome::Win(Color::Black)];

fn position_in<T: PartialEq>(list: &[T], item: &T) -> u32 {
    list.iter().position(|x| x == item).unwrap_or(0) as u32
}

/// The longest opening and the longest game that are accepted when reading.
const MAX_MOVES: u32 = 1 << 16;
/// The largest score.
const MAX_SCORE: i32 = 32_001;
/// Contexts by how much recent scores differed from their predictions.
const SWINGS: usize = 16;
/// Contexts of moves: by the same, more coarsely, by whether the side to move is in
/// check, and by whether the last move was a capture.
const MOVE_CONTEXTS: usize = SWINGS / 4 * 2 * 2;

/// The adaptive statistics of a file's games; encoder and decoder update them alike.
pub struct GameCodec {
    kind: BitTree,
    ending: BitTree,
    outcome: BitTree,
    is_start: BitModel,
    side: BitModel,
    squares: Vec<BitTree>,
    quiet: UnsignedModel,
    lengths: [UnsignedModel; 2],
    random_moves: BitTree,
    moves: Vec<BitTree>,
    first_score: UnsignedModel,
    scores: Vec<UnsignedModel>,
}

impl Default for GameCodec {
    fn default() -> GameCodec {
        GameCodec {
            kind: BitTree::new(2),
            ending: BitTree::new(2),
            outcome: BitTree::new(2),
            is_start: BitModel::default(),
            side: BitModel::default(),
            squares: vec![BitTree::new(4); Square::COUNT],
            quiet: UnsignedModel::default(),
            lengths: [UnsignedModel::default(), UnsignedModel::default()],
            random_moves: BitTree::new(7),
            moves: vec![BitTree::new(7); MOVE_CONTEXTS],
            first_score: UnsignedModel::default(),
            scores: vec![UnsignedModel::default(); SWINGS],
        }
    }
}

/// What the codes of a move and of its score depend on.
struct Past {
    last: Option<Move>,
    was_capture: bool,
    /// The last two scores, Red's view, newest first.
    scores: Option<[i32; 2]>,
    /// Mean difference of recent scores from their predictions, in sixteenths of a unit.
    surprise: u32,
}

impl Past {
    fn new(game: &Game) -> Past {
        let mut past = Past { last: None, was_capture: false, scores: None, surprise: 0 };
        past.look(game);
        past
    }

    fn look(&mut self, game: &Game) {
        let record = game.records().last();
        self.last = record.and_then(|record| record.mv);
        self.was_capture = record.is_some_and(|record| record.captured().is_some());
    }

    /// The context of the next score, below [`SWINGS`]: two steps for each doubling of
    /// the difference.
    fn swing(&self) -> usize {
        let square = self.surprise * self.surprise / 64;
        (u32::BITS - square.leading_zeros()).saturating_sub(3).min(SWINGS as u32 - 1) as usize
    }

    fn move_context(&self, game: &Game) -> usize {
        let check = usize::from(game.board().in_check());
        (self.swing() / 4 * 2 + check) * 2 + usize::from(self.was_capture)
    }

    /// The prediction of the next score, Red's view: between the last two, because
    /// successive scores alternate about their mean.
    fn expected(&self) -> i32 {
        self.scores.map_or(0, |[last, before]| (3 * last + before) / 4)
    }

    fn advance(&mut self, game: &Game, score: i32) {
        let change = (score - self.expected()).unsigned_abs().min(4000);
        self.surprise = (2 * self.surprise + 16 * change) / 3;
        self.scores = Some([score, self.scores.map_or(score, |[last, _]| last)]);
        self.look(game);
    }
}

fn red_view(side: Color, score: i32) -> i32 {
    if side == Color::Red { score } else { -score }
}

impl GameCodec {
    /// Writes a game.
    ///
    /// # Errors
    /// When a move of it is not legal.
    pub fn encode(&mut self, encoder: &mut Encoder, game: &StoredGame) -> Result<()> {
        self.kind.encode(encoder, position_in(&KINDS, &game.kind));
        self.ending.encode(encoder, position_in(&ENDINGS, &game.ending));
        self.outcome.encode(encoder, position_in(&OUTCOMES, &game.outcome));
        self.encode_start(encoder, &game.start);
        let mut played = Game::new(&game.start)?;
        self.lengths[0].encode(encoder, game.opening.len() as u32);
        for &mv in &game.opening {
            let past = Past::new(&played);
            self.random_moves.encode(encoder, index_of(&played, past.last, mv)?);
            let _ = played.play(mv);
        }
        self.lengths[1].encode(encoder, game.moves.len() as u32);
        let mut past = Past::new(&played);
        for &ScoredMove { mv, score } in &game.moves {
            let score = red_view(played.board().side(), i32::from(score));
            self.score_model(&past).encode_signed(encoder, score - past.expected());
            let index = index_of(&played, past.last, mv)?;
            self.moves[past.move_context(&played)].encode(encoder, index);
            let _ = played.play(mv);
            past.advance(&played, score);
        }
        Ok(())
    }

    /// Reads a game.
    ///
    /// # Errors
    /// When what is read cannot have been written: the file is damaged.
    pub fn decode(&mut self, decoder: &mut Decoder) -> Result<StoredGame> {
        let pick = |index: u32, what: &str| format!("{what} number {index} does not exist");
        let kind = self.kind.decode(decoder);
        let ending = self.ending.decode(decoder);
        let outcome = self.outcome.decode(decoder);
        let mut game = StoredGame {
            kind: *KINDS.get(kind as usize).with_context(|| pick(kind, "opening"))?,
            ending: *ENDINGS.get(ending as usize).with_context(|| pick(ending, "ending"))?,
            outcome: *OUTCOMES.get(outcome as usize).with_context(|| pick(outcome, "outcome"))?,
            start: self.decode_start(decoder)?,
            opening: Vec::new(),
            moves: Vec::new(),
        };
        let mut played = Game::new(&game.start)?;
        for _ in 0..self.decode_length(0, decoder)? {
            let past = Past::new(&played);
            let index = self.random_moves.decode(decoder);
            let mv = move_at(&played, past.last, index)?;
            let _ = played.play(mv);
            game.opening.push(mv);
        }
        let mut past = Past::new(&played);
        for _ in 0..self.decode_length(1, decoder)? {
            let side = played.board().side();
            let change = self.score_model(&past).decode_signed(decoder);
            let score = past.expected().wrapping_add(change);
            ensure!(score.abs() <= MAX_SCORE, "a score of {score}");
            let index = self.moves[past.move_context(&played)].decode(decoder);
            let mv = move_at(&played, past.last, index)?;
            game.moves.push(ScoredMove { mv, score: red_view(side, score) as i16 });
            let _ = played.play(mv);
            past.advance(&played, score);
        }
        ensure!(!decoder.is_overrun(), "it ends too early");
        Ok(game)
    }

    fn score_model(&mut self, past: &Past) -> &mut UnsignedModel {
        if past.scores.is_none() { &mut self.first_score } else { &mut self.scores[past.swing()] }
    }

    fn decode_length(&mut self, which: usize, decoder: &mut Decoder) -> Result<u32> {
        let length = self.lengths[which].decode(decoder);
        ensure!(length <= MAX_MOVES, "a game of {length} plies");
        Ok(length)
    }

    fn encode_start(&mut self, encoder: &mut Encoder, start: &Setup) {
        let is_start = *start == Setup::start();
        encoder.bit(is_start, &mut self.is_start);
        if is_start {
            return;
        }
        for (tree, piece) in self.squares.iter_mut().zip(start.pieces) {
            tree.encode(encoder, piece.map_or(0, |piece| piece.index() as u32 + 1));
        }
        encoder.bit(start.side == Color::Black, &mut self.side);
        self.quiet.encode(encoder, start.quiet_plies);
    }

    fn decode_start(&mut self, decoder: &mut Decoder) -> Result<Setup> {
        if decoder.bit(&mut self.is_start) {
            return Ok(START_FEN.parse()?);
        }
        let mut pieces = [None; Square::COUNT];
        for (tree, piece) in self.squares.iter_mut().zip(&mut pieces) {
            let code = tree.decode(decoder) as usize;
            ensure!(code <= Piece::COUNT, "piece number {code} does not exist");
            *piece = Piece::ALL.into_iter().find(|piece| piece.index() + 1 == code);
        }
        let side = if decoder.bit(&mut self.side) { Color::Black } else { Color::Red };
        let quiet_plies = self.quiet.decode(decoder);
        Ok(Setup { pieces, side, quiet_plies, move_number: 1 })
    }
}

fn index_of(game: &Game, last: Option<Move>, mv: Move) -> Result<u32> {
    let moves = ordered_moves(game.board(), last);
    let index = moves.iter().position(|&other| other == mv);
    Ok(index.with_context(|| format!("illegal move {mv}"))? as u32)
}

fn move_at(game: &Game, last: Option<Move>, index: u32) -> Result<Move> {
    let moves = ordered_moves(game.board(), last);
    let mv = moves.get(index as usize);
    mv.copied().with_context(|| format!("move {index} of {} legal ones", moves.len()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use chuhe::internals::random::Random;
    use chuhe::rules::RuleSet;

    /// Games of random moves and scores, from the start and from elsewhere.
    pub fn random_games(count: u64) -> Vec<StoredGame> {
        let mut start = Setup::start();
        (0..count)
            .map(|number| {
                let mut random = Random::new(&[number]);
                let mut game = Game::new(&start).unwrap();
                let mut stored = StoredGame {
                    kind: KINDS[random.below(3)],
                    start: start.clone(),
                    opening: Vec::new(),
                    moves: Vec::new(),
                    outcome: OUTCOMES[random.below(3)],
                    ending: ENDINGS[random.below(4)],
                };
                let (opening, length) = (random.below(12), random.below(150));
                for ply in 0..length {
                    let moves = game.board().legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[random.below(moves.len())];
                    if ply < opening {
                        stored.opening.push(mv);
                    } else {
                        let score = [0, -32_000, 32_000, random.below(900) as i16 - 450];
                        stored.moves.push(ScoredMove { mv, score: score[random.below(4)] });
                    }
                    let _ = game.play(mv);
                }
                if !RuleSet::DEFAULT.is_at_limit(game.quiet_plies()) {
                    start = Setup { move_number: 1, ..game.setup() };
                }
                stored
            })
            .collect()
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let games = random_games(60);
        let (mut encoder, mut codec) = (Encoder::default(), GameCodec::default());
        games.iter().for_each(|game| codec.encode(&mut encoder, game).unwrap());
        let bytes = encoder.finish();
        let (mut decoder, mut codec) = (Decoder::new(&bytes), GameCodec::default());
        for game in &games {
            assert_eq!(&codec.decode(&mut decoder).unwrap(), game);
        }
        // Any damage ends in an error or in another game, never in a panic.
        for at in (0..bytes.len()).step_by(97) {
            let mut bad = bytes.clone();
            bad[at] ^= 0x55;
            let (mut decoder, mut codec) = (Decoder::new(&bad), GameCodec::default());
            let damaged =
                games.iter().any(|game| !codec.decode(&mut decoder).is_ok_and(|g| g == *game));
            assert!(damaged, "byte {at}");
        }
    }

    #[test]
    fn the_order_of_moves_is_that_of_the_format() {
        let text = |fen: &str| {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let moves = ordered_moves(&board, None);
            moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            text(START_FEN),
            "b0c2 h0g2 b0a2 h0i2 a0a2 i0i2 b2e2 h2e2 a0a1 i0i1 b2d2 b2f2 h2d2 h2f2 c0e2 g0e2 b2c2 \
             b2g2 h2c2 h2g2 a3a4 c3c4 e3e4 g3g4 i3i4 d0e1 f0e1 b2b3 b2b4 b2b5 b2b6 h2h3 h2h4 h2h5 \
             h2h6 c0a2 g0i2 b2a2 h2i2 e0e1 b2b1 h2h1 b2b9 h2h9"
        );
    }
}
