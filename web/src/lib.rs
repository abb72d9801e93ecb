//! The engine as a module of WebAssembly. A page calls it with one request at a time, as
//! JSON, and gets one answer, as JSON; what a search finds on the way is told through the
//! imported function `tell`. Built for `wasm32-wasip1`, of whose system calls it needs the
//! clock and random numbers, nothing else.

mod answers;
mod session;

#[cfg(target_family = "wasm")]
mod abi {
    //! Bytes instead of texts: the page writes a request to where [`request`] says, calls
    //! [`ask`], and reads the answer at [`answer`].

    use std::cell::RefCell;
    use std::ptr::null_mut;

    use crate::session::{MOST_BYTES, Session};

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Takes a text that is told during a search.
        fn tell(at: *const u8, length: usize);
    }

    #[derive(Default)]
    struct State {
        request: Vec<u8>,
        answer: String,
        session: Option<Session>,
    }

    thread_local! {
        static STATE: RefCell<State> = RefCell::default();
    }

    fn pass_on(text: &str) {
        // SAFETY: the page reads these bytes before it returns, and keeps no address.
        unsafe { tell(text.as_ptr(), text.len()) }
    }

    /// Room for a request of `length` bytes; null when it is larger than any that is answered.
    #[unsafe(no_mangle)]
    pub extern "C" fn request(length: usize) -> *mut u8 {
        STATE.with_borrow_mut(|state| {
            if length == 0 || length > MOST_BYTES {
                return null_mut();
            }
            state.request = vec![0; length];
            state.request.as_mut_ptr()
        })
    }

    /// Answers the request that has been written; the length of the answer.
    #[unsafe(no_mangle)]
    pub extern "C" fn ask() -> usize {
        STATE.with_borrow_mut(|state| {
            let session = state.session.get_or_insert_with(|| Session::new(pass_on));
            state.answer = session.ask(&state.request);
            state.answer.len()
        })
    }

    /// Where the last answer is, until the next request.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() -> *const u8 {
        STATE.with_borrow(|state| state.answer.as_ptr())
    }
}
