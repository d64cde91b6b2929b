//! A program on a processor that lacks what its build uses: one line, and exit code 1.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs rustc, which must succeed, with the file of a crate root.
fn compile(source: &Path, processor: &str, arguments: &[&str]) {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-O", "-C", &format!("target-cpu={processor}")]).args(arguments).arg(source);
    let output = rustc.output().expect("rustc");
    assert!(output.status.success(), "{rustc:?}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// The program with its own `main` and its own check, but with a library that only prints a line. It takes a second to build; the
/// whole program for another processor would take minutes.
fn program(folder: &Path, processor: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = root.join("crates/onepure-rules/src/geometry/processor.rs");
    let check = check.to_str().expect("UTF-8");
    let source = folder.join("onepure.rs");
    let text = format!(
        "#[path = {check:?}] pub mod geometry;
        pub mod cli {{
            pub fn run() -> std::process::ExitCode {{ println!(\"runs\"); std::process::ExitCode::SUCCESS }}
        }}"
    );
    std::fs::write(&source, text).expect("a file");
    let library = folder.join("libonepure.rlib");
    let out = library.to_str().expect("UTF-8");
    compile(
        &source,
        processor,
        &["--crate-type", "rlib", "--crate-name", "onepure", "--cap-lints", "allow", "-o", out],
    );
    let program = folder.join(processor);
    let (external, out) = (format!("onepure={out}"), program.to_str().expect("UTF-8"));
    compile(&root.join("src/main.rs"), processor, &["--extern", &external, "--cap-lints", "allow", "-o", out]);
    program
}

/// Runs a program on an emulated processor.
fn emulate(processor: &str, program: &Path) -> std::io::Result<Output> {
    Command::new("qemu-x86_64").args(["-cpu", processor]).arg(program).output()
}

#[test]
fn a_processor_without_the_instructions_of_the_build_is_told_so() {
    if let Err(error) = Command::new("qemu-x86_64").arg("--version").output() {
        assert!(std::env::var_os("CI").is_none(), "qemu-x86_64: {error}: tests/clients/install.sh installs it");
        eprintln!("skipped: no qemu-x86_64; tests/clients/install.sh installs it");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // What each build lacks on each processor.
    let processors = ["qemu64", "Nehalem", "Haswell"];
    for (build, lacking) in [
        ("x86-64", [None, None, None]),
        ("haswell", [Some("ssse3"), Some("avx"), None]),
        ("skylake-avx512", [Some("ssse3"), Some("avx"), Some("avx512f")]),
    ] {
        let program = program(folder.path(), build);
        for (processor, lacking) in processors.into_iter().zip(lacking) {
            let output = emulate(processor, &program).expect("qemu-x86_64");
            let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            // qemu says which features of the processor it cannot emulate.
            let lines: Vec<_> = stderr.lines().filter(|line| !line.starts_with("qemu-x86_64: warning: ")).collect();
            let context = format!("{build} on {processor}: {:?}\n{stdout}{stderr}", output.status);
            if let Some(name) = lacking {
                let expected =
                    format!("onepure: processor: expected one with {name}, which this build uses, got one without");
                assert_eq!((output.status.code(), &*stdout), (Some(1), ""), "{context}");
                assert_eq!(lines, [expected], "{context}");
            } else {
                assert_eq!((output.status.code(), &*stdout), (Some(0), "runs\n"), "{context}");
                assert!(lines.is_empty(), "{context}");
            }
        }
    }
}
