//! The vocabulary of the game: sides, pieces, squares, sets of squares, moves
//! and scores. Imports nothing from the rest of the crate.

mod bitboard;
mod color;
mod mv;
mod piece;
mod score;
mod square;
mod window;

pub use bitboard::Bitboard;
pub use color::{Color, ColorError};
pub use mv::{Move, MoveError, MoveList};
pub use piece::{MAX_PIECES, Piece, PieceType};
pub use score::{Bound, Depth, MAX_PLY, Ply, Score};
pub use square::{Square, SquareError};
pub use window::Window;
