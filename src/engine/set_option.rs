//! Setting options: the value, and what else has to happen.

use std::sync::Arc;

use crate::endings::Endings;
use crate::engine::options::{Effect, OptionSpec, Options, Value};
use crate::engine::task::Task;
use crate::engine::{Engine, Event, capacity};
use crate::eval::Evaluation;

impl Engine {
    /// Sets an option. The value counts for every command from now on; what would
    /// disturb a running search is queued.
    pub(super) fn set_option(
        &mut self,
        spec: &OptionSpec,
        value: &Value,
        replies: &mut Vec<Event>,
    ) {
        let before = self.options.clone();
        (spec.set)(&mut self.options, value);
        match spec.effect {
            Effect::Settings => {}
            Effect::Threads | Effect::Hash => self.resize(before, spec.effect, replies),
            Effect::Strength if self.options.strength() == before.strength() => {}
            Effect::Strength => {
                self.enqueue(Task::SetThreads(self.options.used_threads()));
                self.enqueue(Task::Forget); // the table holds results of another strength
            }
            Effect::Book => self.set_book(before, replies),
            Effect::Clear => self.enqueue(Task::Forget),
            Effect::Rules if self.options.rules() == before.rules() => {}
            Effect::Rules => self.enqueue(Task::Forget),
            Effect::EvalFile => match Evaluation::named(&self.options.eval_file) {
                Ok(evaluation) if evaluation == before.search.evaluation => {}
                Ok(evaluation) => {
                    self.options.search.evaluation = evaluation;
                    self.enqueue(Task::Forget); // the table holds evaluations
                }
                Err(error) => {
                    self.options = before;
                    replies.push(Event::Refused(error.to_string()));
                }
            },
            Effect::EndingsPath => self.set_endings(before, replies),
            Effect::LogFile => replies.push(Event::LogFile(self.options.log_file.clone())),
            #[cfg(feature = "tune")]
            Effect::Param(set) => {
                if let Value::Spin(n) = *value {
                    set(n as i32);
                }
            }
        }
    }

    /// Opens the book that the options ask for, or closes it. Another file that cannot be
    /// read changes nothing; one that was named before the book was wanted leaves the engine
    /// without a book until a file comes that can be read, in whatever order clients set
    /// the two options.
    fn set_book(&mut self, before: Options, replies: &mut Vec<Event>) {
        if !self.options.own_book {
            return self.own_book.close();
        }
        if let Err(error) = self.own_book.open(&self.options.book_files) {
            let result = if before.own_book && before.book_files != self.options.book_files {
                self.options = before;
                "BookFile stays as it was"
            } else {
                "playing without a book"
            };
            replies.push(Event::Refused(format!("{error}; {result}")));
        }
    }

    /// Opens the tables of the folder that the options name. Files that are
    /// refused are named; a folder that cannot be read changes nothing.
    fn set_endings(&mut self, before: Options, replies: &mut Vec<Event>) {
        let folder = &self.options.endings_path;
        if folder.as_os_str().is_empty() {
            self.options.search.endings = Endings::embedded();
        } else {
            match Endings::in_folder(folder) {
                Ok((endings, refused)) => {
                    for (path, error) in refused {
                        replies.push(Event::Refused(format!("{}: {error}", path.display())));
                    }
                    if endings.from_files().next().is_none() {
                        let folder = folder.display();
                        let text = format!("{folder}: no tables of solved endings there");
                        replies.push(Event::Refused(text));
                    }
                    self.options.search.endings = Arc::new(endings);
                }
                Err(error) => {
                    replies.push(Event::Refused(format!("{}: {error}", folder.display())));
                    self.options = before;
                    return;
                }
            }
        }
        self.enqueue(Task::Forget); // the table holds scores that are now known better
    }

    /// Another number of threads or another size of the table, if there is memory
    /// for both.
    fn resize(&mut self, before: Options, effect: Effect, replies: &mut Vec<Event>) {
        let (hash_mib, threads) = (self.options.hash_mib, self.options.used_threads());
        if let Err(error) = capacity::check(hash_mib, threads, self.pool.held_mib()) {
            self.options = before;
            return replies.push(Event::Refused(error.to_string()));
        }
        if matches!(effect, Effect::Hash) {
            return self.enqueue(Task::SetHash(hash_mib));
        }
        let most = capacity::most_threads();
        if self.options.threads > most {
            let text = format!("more than {most} threads are of no use here; using {most}");
            replies.push(Event::Refused(text));
        }
        self.enqueue(Task::SetThreads(threads));
    }
}
