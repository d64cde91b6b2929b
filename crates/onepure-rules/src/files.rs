//! Files, read up to a size limit and written whole or not at all.
//!
//! Input may come from anywhere. A device that never ends, a pipe without a writer and a file larger than memory are
//! refused before the first byte is read, and a file that makes its reader wait at that moment. A pipe that is written to
//! gets a few seconds for each part, so that no reader can hold the program up for ever. Output may replace a file that someone still needs: it goes to a draft in the
//! same folder, which is then renamed. So a full disk or a killed program leaves the old file.

#![allow(clippy::disallowed_methods, reason = "the functions that others use instead")]

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The largest accepted input in bytes: 16 MiB. The largest widespread collections of openings and problems have 6 MB.
pub const MOST_BYTES: u64 = 16 << 20;

/// Reads a regular file of at most [`MOST_BYTES`].
///
/// # Errors
/// The error of the operating system; or an error that says what the file is, or that it is too long, and what is
/// accepted.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = regular(path, OpenOptions::new().read(true), &format!(" of up to {} MiB", MOST_BYTES >> 20))?;
    if file.metadata()?.len() > MOST_BYTES {
        return Err(too_long());
    }
    read_to_limit(file)
}

/// Opens a regular file of any length. The caller reads it piece by piece and applies its own limit.
pub fn open(path: &Path) -> io::Result<File> {
    regular(path, OpenOptions::new().read(true), "")
}

/// Opens a regular file to append to it, or creates it. What is no regular file is refused: a pipe could keep the writer
/// waiting, and cannot be read again.
pub fn append(path: &Path) -> io::Result<File> {
    regular(path, OpenOptions::new().create(true).append(true), "")
}

/// Creates a regular file, or empties the one that is there. What is no regular file is refused.
pub fn create(path: &Path) -> io::Result<File> {
    regular(path, OpenOptions::new().create(true).write(true).truncate(true), "")
}

/// Opens a regular file. What is there is checked before it is opened, because to open a device may have an effect, and after that,
/// because it may have been replaced. `limits` is told with what is accepted.
fn regular(path: &Path, options: &mut OpenOptions, limits: &str) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) => check_regular(&metadata, limits)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = without_waiting(options).open(path)?;
    check_regular(&file.metadata()?, limits)?;
    Ok(file)
}

/// Lets no operation on a file wait for another process. That changes nothing about most regular files; but some of `/proc` and
/// `/sys` call themselves regular and keep a reader waiting, and a path may become a pipe before it is opened.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    /// `O_NONBLOCK`, which the standard library does not name; 0 where it is not known.
    const NONBLOCK: i32 = if cfg!(all(
        any(target_os = "linux", target_os = "android"),
        any(
            target_arch = "x86",
            target_arch = "x86_64",
            target_arch = "arm",
            target_arch = "aarch64",
            target_arch = "riscv64"
        )
    )) {
        0o4000
    } else if cfg!(any(target_vendor = "apple", target_os = "freebsd", target_os = "netbsd", target_os = "openbsd")) {
        4
    } else {
        0
    };
    options.custom_flags(NONBLOCK)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Reads a UTF-8 text file, with the limits of [`read`].
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Reads the standard input to its end, at most [`MOST_BYTES`].
pub fn read_stdin() -> io::Result<Vec<u8>> {
    read_to_limit(io::stdin().lock())
}

/// Reads a regular file that this program wrote, such as the results of a match. It has no size limit.
pub fn read_own(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text).map_err(named)?;
    Ok(text)
}

/// The error of a read that would have to wait, in words.
fn named(error: io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::WouldBlock {
        return error;
    }
    let what = format!("expected a regular file of up to {} MiB, got one that waits for more", MOST_BYTES >> 20);
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

fn read_to_limit(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(named)?;
    if bytes.len() as u64 > MOST_BYTES { Err(too_long()) } else { Ok(bytes) }
}

fn check_regular(metadata: &Metadata, accepted: &str) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = format!("expected a regular file{accepted}, got {}", kind(metadata.file_type()));
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

fn too_long() -> io::Error {
    let limit = MOST_BYTES >> 20;
    io::Error::new(io::ErrorKind::FileTooLarge, format!("expected at most {limit} MiB, got more"))
}

/// The kind of a file that is not a regular one, in words.
#[cfg(unix)]
fn kind(file: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file.is_dir() {
        "a folder"
    } else if file.is_fifo() {
        "a pipe"
    } else if file.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn kind(file: FileType) -> &'static str {
    if file.is_dir() { "a folder" } else { "a device" }
}

/// Replaces the contents of a file, or creates it. Writes a draft in the same folder, waits until it is on the disk,
/// and renames it. On an error the file is unchanged.
///
/// Permissions stay, and so does the owner if the system allows it. A symbolic link stays, and the file at its end is
/// replaced. A hard link to the same file keeps the old contents. If the path is not a regular file but, for example, a
/// terminal, `/dev/stdout` or a named pipe, the contents are written to it. A named pipe needs a reader within two seconds, and
/// one that takes something at least every five.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    replace_by(path, |out| out.write_all(contents.as_ref()))
}

/// Replaces the contents of a file as [`replace`] does, with what `write` writes piece by piece. It may read the old file meanwhile.
pub fn replace_by(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    replace_with(path, write, new_draft, File::sync_all)
}

/// Replaces the contents of a file without waiting for the disk, for a writer that does so many times a minute. A
/// killed program leaves the old contents or the new; a power failure may leave an empty file. The next call removes
/// the draft of a killed program. Only one writer may use the file at a time.
pub fn replace_often(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    replace_with(path, |out| out.write_all(contents.as_ref()), only_draft, |_| Ok(()))
}

fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    draft_beside: impl FnOnce(&Path) -> io::Result<(File, PathBuf)>,
    sync: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let path = resolved(path)?;
    let old = match fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() && !is_stream_of_process(&path) => Some(metadata),
        // Who redirects a stream of the process decides how long it waits.
        Ok(_) if is_stream_of_process(&path) => return write(&mut OpenOptions::new().append(true).open(&path)?),
        Ok(_) => return write(&mut PatientWriter(open_stream(&path)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if old.is_some() {
        // Renaming needs only the folder's permission. Without this check a read-only file would be replaced.
        OpenOptions::new().write(true).open(&path)?;
    }
    let (mut draft, draft_path) = draft_beside(&path)?;
    let written = write(&mut draft)
        .and_then(|()| old.as_ref().map_or(Ok(()), |old| keep_attributes(&draft, old)))
        .and_then(|()| sync(&draft))
        .and_then(|()| {
            drop(draft);
            fs::rename(&draft_path, &path)
        });
    if written.is_err() {
        // The first error is the one to report. The draft may no longer exist.
        let _ = fs::remove_file(&draft_path);
    }
    written
}

/// How long a pipe may have no reader.
const UNREAD: Duration = Duration::from_secs(2);

/// How long the reader of a pipe may take nothing.
const STALLED: Duration = Duration::from_secs(5);

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Opens a device or a named pipe for writing, if somebody reads it.
fn open_stream(path: &Path) -> io::Result<File> {
    let begin = Instant::now();
    loop {
        match without_waiting(OpenOptions::new().append(true)).open(path) {
            Err(error) if is_unread(&error) && begin.elapsed() < UNREAD => std::thread::sleep(PAUSE),
            Err(error) if is_unread(&error) => {
                let what = format!("expected a pipe with a reader, got none within {} s", UNREAD.as_secs());
                return Err(io::Error::new(io::ErrorKind::TimedOut, what));
            }
            opened => return opened,
        }
    }
}

/// Returns whether a pipe cannot be opened because nobody reads it.
#[cfg(unix)]
fn is_unread(error: &io::Error) -> bool {
    /// `ENXIO`, the same number on every Unix.
    const NO_READER: i32 = 6;
    error.raw_os_error() == Some(NO_READER)
}

#[cfg(not(unix))]
fn is_unread(_: &io::Error) -> bool {
    false
}

/// A writer that waits for its reader, but not for ever.
struct PatientWriter(File);

impl Write for PatientWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begin = Instant::now();
        loop {
            match self.0.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if begin.elapsed() >= STALLED {
                        let what = format!("expected a reader, got one that took nothing for {} s", STALLED.as_secs());
                        return Err(io::Error::new(io::ErrorKind::TimedOut, what));
                    }
                    std::thread::sleep(PAUSE);
                }
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The path at the end of the symbolic links, even if nothing exists there.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    // The limit of Linux.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_stream_of_process(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns whether the path names an open stream of a process, such as `/dev/fd/3` or the target of `/dev/stdout`. Such
/// a stream must be written to, even if it is a regular file: a rename would detach it from the reader.
fn is_stream_of_process(path: &Path) -> bool {
    path.starts_with("/proc") || path.starts_with("/dev/fd")
}

/// The draft with the one name that this file has, in the same folder. Removes a draft that a killed program left.
fn only_draft(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".onepure-{name}"));
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok((OpenOptions::new().write(true).create_new(true).open(&draft)?, draft)),
    }
}

/// A draft with a new name in the same folder, safe with several writers of the same file.
fn new_draft(path: &Path) -> io::Result<(File, PathBuf)> {
    // A number for each draft of this process. `Relaxed` suffices, because no other memory depends on it.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_file_name(format!(".onepure-{}-{number}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, draft)),
        }
    }
}

#[cfg(unix)]
fn keep_attributes(draft: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = draft.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        // Only root may change the owner. For anyone else the new file becomes their own.
        let _ = fchown(draft, Some(old.uid()), Some(old.gid()));
    }
    draft.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_attributes(draft: &File, old: &Metadata) -> io::Result<()> {
    draft.set_permissions(old.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    /// The names in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_and_replaced() {
        let folder = folder();
        let file = folder.path().join("a file");
        replace(&file, "one").expect("a new file");
        replace_often(&file, b"two").expect("it is replaced");
        assert_eq!(read_text(&file).expect("a text"), "two");
        assert_eq!(names(folder.path()), ["a file"], "no draft is left");
        let missing = replace(&folder.path().join("missing/file"), "").expect_err("no folder");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        assert!(replace(folder.path(), "").is_err(), "a folder stays a folder");
    }

    #[test]
    fn what_cannot_be_renamed_leaves_nothing() {
        let folder = folder();
        let file = folder.path().join("file");
        fs::write(&file, "old").expect("a file");
        let full = |_: &File| Err(io::Error::from(io::ErrorKind::StorageFull));
        let write = |out: &mut dyn Write| out.write_all(b"new");
        for failed in [replace_with(&file, write, new_draft, full), replace_with(&file, write, only_draft, full)] {
            assert_eq!(failed.expect_err("a full disk").kind(), io::ErrorKind::StorageFull);
            assert_eq!(fs::read_to_string(&file).expect("the file"), "old");
            assert_eq!(names(folder.path()), ["file"]);
        }
    }

    #[test]
    fn what_a_killed_program_left_beside_a_file_goes_when_the_file_is_written_again() {
        let folder = folder();
        let file = folder.path().join("game.sgf");
        let (mut draft, left) = only_draft(&file).expect("a draft");
        draft.write_all(b"(;GM[1]").expect("half a game");
        drop(draft);
        assert!(left.exists());
        replace_often(&file, "(;GM[1])").expect("it is written");
        assert_eq!(names(folder.path()), ["game.sgf"]);
        assert_eq!(read_text(&file).expect("a text"), "(;GM[1])");
    }

    #[test]
    fn too_much_is_refused() {
        let folder = folder();
        let file = folder.path().join("long");
        let long = File::create(&file).expect("a file");
        long.set_len(MOST_BYTES).expect("a sparse file");
        assert_eq!(read(&file).expect("just short enough").len() as u64, MOST_BYTES);
        long.set_len(MOST_BYTES + 1).expect("a sparse file");
        let error = read(&file).expect_err("too long").to_string();
        assert_eq!(error, "expected at most 16 MiB, got more");
        let error = read_to_limit(io::repeat(0)).expect_err("endless").to_string();
        assert_eq!(error, "expected at most 16 MiB, got more");
        assert_eq!(read_own(&file).expect("its own").len() as u64, MOST_BYTES + 1);
        let error = read(folder.path()).expect_err("a folder").to_string();
        assert_eq!(error, "expected a regular file of up to 16 MiB, got a folder");
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{PermissionsExt, symlink};

        #[test]
        fn devices_and_pipes_are_not_read() {
            let folder = folder();
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
            assert!(made.success());
            for (path, kind) in [(Path::new("/dev/zero"), "a device"), (&pipe, "a pipe")] {
                let error = read(path).expect_err("no file").to_string();
                assert_eq!(error, format!("expected a regular file of up to 16 MiB, got {kind}"));
                let error = format!("expected a regular file, got {kind}");
                assert_eq!(read_own(path).expect_err("no file").to_string(), error);
                assert_eq!(open(path).expect_err("no file").to_string(), error);
                assert_eq!(append(path).expect_err("no file").to_string(), error);
                assert_eq!(create(path).expect_err("no file").to_string(), error);
            }
        }

        #[test]
        fn files_that_keep_a_reader_waiting_are_refused() {
            // The log of the kernel: a regular file by its own account, whose reader waits for the next line. Only some may read it.
            let log = Path::new("/proc/kmsg");
            match read(log).map_err(|error| error.to_string()) {
                Err(error) if error == "expected a regular file of up to 16 MiB, got one that waits for more" => {}
                Err(error) => assert!(File::open(log).is_err() || error.contains("os error"), "{error}"),
                Ok(bytes) => assert_eq!(bytes, b"", "a log without an end"),
            }
            // What becomes a pipe after the look at it does not make `open` wait.
            let folder = folder();
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
            assert!(made.success());
            let opened = without_waiting(OpenOptions::new().read(true)).open(&pipe).expect("at once");
            assert!(check_regular(&opened.metadata().expect("a pipe"), "").is_err());
        }

        #[test]
        fn a_pipe_without_a_reader_keeps_nobody_waiting() {
            let folder = folder();
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
            assert!(made.success());
            let error = replace(&pipe, "unread").expect_err("nobody reads");
            assert_eq!(error.to_string(), "expected a pipe with a reader, got none within 2 s");
            // A reader that takes nothing: a pipe holds 64 KiB, or some MiB at most.
            let _reader = without_waiting(OpenOptions::new().read(true)).open(&pipe).expect("at once");
            let error = replace(&pipe, vec![0; 8 << 20]).expect_err("nobody takes it");
            assert_eq!(error.to_string(), "expected a reader, got one that took nothing for 5 s");
        }

        #[test]
        fn devices_and_pipes_are_written_to() {
            replace(Path::new("/dev/null"), "gone").expect("it takes everything");
            let error = replace(Path::new("/dev/full"), "no").expect_err("it is full");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);

            let folder = folder();
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
            assert!(made.success());
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read_to_string(pipe)
            });
            replace(&pipe, "through the pipe").expect("somebody reads");
            assert_eq!(reader.join().expect("no panic").expect("a text"), "through the pipe");
            assert_eq!(names(folder.path()), ["pipe"]);
        }

        #[test]
        fn permissions_stay_and_links_are_followed() {
            let folder = folder();
            let (file, link) = (folder.path().join("file"), folder.path().join("link"));
            fs::write(&file, "old").expect("a file");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
            symlink("file", &link).expect("a link");
            replace(&link, "new").expect("it is replaced");
            assert_eq!(fs::read_to_string(&file).expect("the file"), "new");
            assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
            assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o640);

            let (nothing, dangling) = (folder.path().join("nothing"), folder.path().join("dangling"));
            symlink("nothing", &dangling).expect("a link");
            replace(&dangling, "something").expect("a new file");
            assert_eq!(fs::read_to_string(&nothing).expect("the file"), "something");

            let round = folder.path().join("round");
            symlink("round", &round).expect("a link");
            assert!(replace(&round, "").is_err(), "a link to itself");
        }
    }
}
