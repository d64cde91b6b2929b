//! The standard output of every subcommand: errors say what they are about, and it is known whether anybody reads it.

use std::io::{self, IsTerminal, Write};

/// The standard output, whose errors say that it is the one that cannot be written.
#[derive(Debug)]
pub(super) struct Stdout(io::Stdout);

/// The standard output.
pub(super) fn stdout() -> Stdout {
    Stdout(io::stdout())
}

impl Stdout {
    /// Whether it is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
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
    // Whoever writes goes on after an interruption, and says no more of it.
    if error.kind() == io::ErrorKind::Interrupted {
        return error;
    }
    io::Error::new(error.kind(), format!("stdout cannot be written: {error}"))
}

/// Whether somebody may read what is written there: no longer when it is a pipe whose other end is closed, or a terminal
/// that is gone.
#[cfg(unix)]
pub(super) fn is_read() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    match poll(&mut ends, Some(&at_once)) {
        Ok(_) => !ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL),
        // Nothing is known.
        Err(_) => true,
    }
}

/// Nothing is known here.
#[cfg(not(unix))]
pub(super) fn is_read() -> bool {
    true
}
