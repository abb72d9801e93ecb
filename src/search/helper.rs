//! The threads that help the main one. They live as long as their pool and sleep between
//! searches: a sleeping thread wakes up on an idle core, while a new one may wait for
//! milliseconds behind the thread that started it until the system moves it to another core.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::search::root::RootSearch;

/// Stack that a thread needs to search: the deepest line takes a fraction of it.
pub const STACK_BYTES: usize = 16 << 20;

/// A thread that deepens one search after the other. It ends when this is dropped.
pub struct Helper {
    searches: Sender<RootSearch>,
    finished: Receiver<RootSearch>,
}

impl Helper {
    /// Starts a thread; `None`, which the log explains, if the system allows no more.
    pub fn start() -> Option<Helper> {
        let (searches, wanted) = channel::<RootSearch>();
        let (done, finished) = channel();
        let work = move || {
            for mut search in wanted {
                search.deepen(&mut ());
                if done.send(search).is_err() {
                    break;
                }
            }
        };
        let builder = thread::Builder::new().name("search helper".into()).stack_size(STACK_BYTES);
        match builder.spawn(work) {
            Ok(_) => Some(Helper { searches, finished }),
            Err(error) => {
                log::warn!("searching with fewer threads: {error}");
                None
            }
        }
    }

    /// A helper whose thread has ended.
    #[cfg(test)]
    pub fn dead() -> Helper {
        Helper { searches: channel().0, finished: channel().1 }
    }

    /// Begins a search, which goes on until it is told to stop; gives the helper back unless
    /// its thread has died.
    pub fn begin(self, search: RootSearch) -> Option<Helper> {
        self.searches.send(search).is_ok().then_some(self)
    }

    /// Waits for the end of the search that was begun; `None` if its thread has died.
    pub fn finish(&self) -> Option<RootSearch> {
        self.finished.recv().ok()
    }
}
