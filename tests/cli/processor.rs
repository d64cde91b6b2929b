//! A program on a processor that lacks what its build uses: one line, and exit code 1.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A family of processors that QEMU emulates.
struct Family {
    /// The arguments by which rustc builds for it.
    arguments: &'static [&'static str],
    emulator: &'static [&'static str],
    processors: [&'static str; 3],
    /// Processors to build for, and what each build lacks on each of `processors`.
    builds: [(&'static str, [Option<&'static str>; 3]); 3],
}

const X86: Family = Family {
    arguments: &[],
    emulator: &["qemu-x86_64"],
    processors: ["qemu64", "Nehalem", "Haswell"],
    builds: [
        ("x86-64", [None, None, None]),
        ("haswell", [Some("ssse3"), Some("avx"), None]),
        ("skylake-avx512", [Some("ssse3"), Some("avx"), Some("avx512f")]),
    ],
};

const ARM: Family = Family {
    arguments: &["--target", "aarch64-unknown-linux-gnu", "-C", "linker=aarch64-linux-gnu-gcc"],
    emulator: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    processors: ["cortex-a53", "cortex-a76", "max"],
    builds: [
        ("generic", [None, None, None]),
        ("neoverse-n1", [Some("lse"), None, None]),
        ("a64fx", [Some("lse"), Some("fcma"), None]),
    ],
};

/// Runs rustc, which must succeed, with the file of a crate root.
fn compile(source: &Path, family: &Family, processor: &str, arguments: &[&str]) {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-O", "-C", &format!("target-cpu={processor}")]);
    rustc.args(family.arguments).args(arguments).arg(source);
    let output = rustc.output().expect("rustc");
    assert!(output.status.success(), "{rustc:?}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// The program with its own `main` and its own check, but with a library that only prints a line. It takes a second to build; the
/// whole program for another processor would take minutes.
fn program(folder: &Path, family: &Family, processor: &str) -> PathBuf {
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
        family,
        processor,
        &["--crate-type", "rlib", "--crate-name", "onepure", "--cap-lints", "allow", "-o", out],
    );
    let program = folder.join(processor);
    let (external, out) = (format!("onepure={out}"), program.to_str().expect("UTF-8"));
    compile(&root.join("src/main.rs"), family, processor, &["--extern", &external, "--cap-lints", "allow", "-o", out]);
    program
}

/// Runs a program on an emulated processor.
fn emulate(family: &Family, processor: &str, program: &Path) -> Output {
    let [emulator, arguments @ ..] = family.emulator else { panic!("an emulator") };
    Command::new(emulator).args(arguments).args(["-cpu", processor]).arg(program).output().expect("QEMU")
}

/// Builds for each processor, and runs each program on each processor.
fn check(family: &Family) {
    let folder = tempfile::tempdir().expect("a folder");
    for (build, lacking) in family.builds {
        let program = program(folder.path(), family, build);
        for (processor, lacking) in family.processors.into_iter().zip(lacking) {
            let output = emulate(family, processor, &program);
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

/// Returns whether a program can be started.
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn a_processor_without_the_instructions_of_the_build_is_told_so() {
    if !has("qemu-x86_64") {
        assert!(std::env::var_os("CI").is_none(), "expected qemu-x86_64: tests/clients/install.sh installs it");
        eprintln!("skipped: no qemu-x86_64; tests/clients/install.sh installs it");
        return;
    }
    check(&X86);
}

/// `.ci/arm` runs this test with `ONEPURE_TEST_ARM`, so that it must not be skipped.
#[test]
fn an_arm_processor_without_the_instructions_of_the_build_is_told_so() {
    if std::env::var_os("ONEPURE_TEST_ARM").is_none() {
        eprintln!("skipped: ONEPURE_TEST_ARM is not set; .ci/arm sets it");
        return;
    }
    check(&ARM);
}
