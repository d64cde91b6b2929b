//! The standard output of every subcommand. Its errors name it, and it knows whether it has a reader.

use std::io::{self, IsTerminal, Write};

/// The standard output. Its errors say that they are about stdout.
#[derive(Debug)]
pub(in crate::cli) struct Stdout(io::Stdout);

pub(in crate::cli) fn stdout() -> Stdout {
    Stdout(io::stdout())
}

impl Stdout {
    /// Returns whether stdout is a terminal.
    pub(in crate::cli) fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    // Callers retry after `Interrupted`; another kind of error would end the program.
    if error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    io::Error::new(error.kind(), format!("stdout cannot be written: {error}"))
}

/// Returns whether stdout may have a reader. False for a pipe with its other end closed, and for a terminal that is gone.
#[cfg(unix)]
pub(in crate::cli) fn is_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    match poll(&mut ends, Some(&at_once)) {
        Ok(_) => !ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL),
        // Without information assume a reader.
        Err(_) => true,
    }
}

/// Always true: this system offers no test.
#[cfg(not(unix))]
pub(in crate::cli) fn is_read() -> bool {
    true
}
