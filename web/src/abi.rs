//! The functions of the module. The script writes a request to where [`request`] says, calls
//! [`ask`], and reads the answer at [`answer`].
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ptr::null_mut;

use crate::desk::Desk;
use crate::{fast, requests};

/// Bytes of the largest request: what is made of it takes many times as much memory, of which
/// a page has little.
const MOST_BYTES: usize = 64 << 20;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a text that is told during a search.
    #[link_name = "tell"]
    fn page_tell(at: *const u8, length: usize);
}

#[derive(Default)]
struct Mail {
    request: Vec<u8>,
    attached: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static MAIL: RefCell<Mail> = RefCell::default();
    static DESK: Desk = Desk::new(tell);
}

fn tell(text: &str) {
    // SAFETY: the script reads these bytes before it returns, and keeps no address.
    unsafe { page_tell(text.as_ptr(), text.len()) }
}

/// Room for a request of `length` bytes; null when it is larger than any that is answered.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    MAIL.with_borrow_mut(|mail| {
        if length > MOST_BYTES {
            return null_mut();
        }
        mail.request = vec![0; length];
        mail.request.as_mut_ptr()
    })
}

/// What has been written belongs to the request that comes next.
#[unsafe(no_mangle)]
pub extern "C" fn attach() {
    MAIL.with_borrow_mut(|mail| mail.attached = std::mem::take(&mut mail.request));
}

/// Answers the request that has been written; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    // Nothing stays borrowed meanwhile: whoever is told of a search may ask for something else.
    let (request, attached) = MAIL.with_borrow_mut(|mail| {
        (std::mem::take(&mut mail.request), std::mem::take(&mut mail.attached))
    });
    let answer = DESK.with(|desk| requests::answer(desk, &request, attached));
    MAIL.with_borrow_mut(|mail| {
        mail.answer = answer.into_bytes();
        mail.answer.len()
    })
}

/// Where the last answer is, until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    MAIL.with_borrow(|mail| mail.answer.as_ptr())
}

/// Ends the search or the proof that runs.
#[unsafe(no_mangle)]
pub extern "C" fn stop() {
    DESK.with(Desk::stop);
}

/// Forgets what has a number.
#[unsafe(no_mangle)]
pub extern "C" fn forget(id: u32) {
    DESK.with(|desk| desk.free(id));
}

/// Where [`legal`] writes the moves, two bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn moves() -> *const u16 {
    DESK.with(|desk| desk.moves.as_ptr().cast())
}

/// The number of legal moves of a board, which are written; -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn legal(board: u32) -> i32 {
    DESK.with(|desk| fast::legal(desk, board))
}

/// Makes a move: 1, 0 when it is not legal, -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn push(board: u32, mv: u32) -> i32 {
    DESK.with(|desk| fast::push(desk, board, mv))
}

/// Takes a move back: which one, or -1 when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn pop(board: u32) -> i32 {
    DESK.with(|desk| fast::pop(desk, board))
}

/// The last move of a board, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn peek(board: u32) -> i32 {
    DESK.with(|desk| fast::peek(desk, board))
}

/// One of the yes or no of a move ([`fast::Fact`]): 1 or 0, -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn fact(board: u32, which: u32, mv: u32) -> i32 {
    DESK.with(|desk| fast::fact(desk, board, which, mv))
}

/// The letter of the piece on a point, 0 for none, -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn piece(board: u32, square: u32) -> i32 {
    DESK.with(|desk| fast::piece(desk, board, square))
}

/// The key of a position.
#[unsafe(no_mangle)]
pub extern "C" fn key(board: u32) -> u64 {
    DESK.with(|desk| fast::key(desk, board))
}

/// A copy of a board: its number, or -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn copy(board: u32) -> i32 {
    DESK.with(|desk| fast::copy(desk, board))
}

/// The index of a move as the side to move of a board sees it; -1 when there is no such board.
#[unsafe(no_mangle)]
pub extern "C" fn seen(board: u32, mv: u32) -> i32 {
    DESK.with(|desk| fast::seen(desk, board, mv))
}

/// Planes (0, or 2 from the side to move) or mask (1 or 3) of a board as bytes where [`answer`]
/// says: how many.
#[unsafe(no_mangle)]
pub extern "C" fn learner(board: u32, what: u32) -> usize {
    let found = DESK.with(|desk| fast::learner(desk, board, what));
    MAIL.with_borrow_mut(|mail| {
        mail.answer = found;
        mail.answer.len()
    })
}
