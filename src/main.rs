//! The `onepure` program: see the library's [`cli`](onepure::cli).

use std::io::Write;
use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(name) = onepure::geometry::missing_instructions() {
        // Formatting is code of this build, which may use what the processor lacks; writing is code of the standard library.
        let mut stderr = std::io::stderr();
        for text in ["onepure: processor: expected one with ", name, ", which this build uses, got one without\n"] {
            let _ = stderr.write_all(text.as_bytes());
        }
        return ExitCode::FAILURE;
    }
    run()
}

/// The program itself. Not inlined, so that nothing of it runs before the check.
#[inline(never)]
fn run() -> ExitCode {
    onepure::cli::run()
}
