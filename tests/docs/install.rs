//! The install tables of the READMEs: one line for each system, written from the packages that `packaging/build` makes.

use super::files::{read, root};
use std::fs;

/// A line of the table.
struct Row {
    /// The end of the package's name.
    package: &'static str,
    /// The system, in English and in Korean.
    system: [&'static str; 2],
    /// `FILE` stands for the package, `FOLDER` for the folder in it.
    line: &'static str,
}

const UNPACK_AND_INSTALL: &str = "tar -xzf FILE && sudo install FOLDER/onepure /usr/local/bin";
const UNPACK_AND_OPEN: &str = "tar -xzf FILE && FOLDER/onepure web --open";

const ROWS: [Row; 7] = [
    Row { package: "-linux-x86_64.tar.gz", system: ["Linux, x86-64"; 2], line: UNPACK_AND_INSTALL },
    Row { package: "-linux-aarch64.tar.gz", system: ["Linux, ARM"; 2], line: UNPACK_AND_INSTALL },
    Row { package: "_amd64.deb", system: ["Debian, Ubuntu"; 2], line: "sudo apt install ./FILE" },
    Row {
        package: "-macos-aarch64.tar.gz",
        system: ["macOS, Apple silicon (untried)", "macOS, 애플 실리콘(시험 못 함)"],
        line: UNPACK_AND_OPEN,
    },
    Row {
        package: "-macos-x86_64.tar.gz",
        system: ["macOS, Intel (untried)", "macOS, 인텔(시험 못 함)"],
        line: UNPACK_AND_OPEN,
    },
    Row {
        package: "-windows-x86_64.zip",
        system: ["Windows (PowerShell)"; 2],
        line: r"Expand-Archive FILE .; .\FOLDER\onepure web --open",
    },
    Row { package: ".whl", system: ["Python"; 2], line: "pip install --no-index --find-links . onepure" },
];

/// The packages that the first lines of `packaging/build` list. `packaging/test` checks that a release has no others.
fn packages() -> Vec<String> {
    let script = read("packaging/build");
    let names = script.lines().filter_map(|line| line.strip_prefix("#     onepure")?.split_whitespace().next());
    names.map(|name| format!("onepure{}", name.replace("VERSION", env!("CARGO_PKG_VERSION")))).collect()
}

/// The lines of the table for these packages. Panics if a package has no row.
fn table(packages: &[String], language: usize) -> String {
    for name in packages {
        assert!(ROWS.iter().any(|row| name.ends_with(row.package)), "{name} has no line in the table");
    }
    let lines = ROWS.iter().filter_map(|row| {
        let file = packages.iter().find(|name| name.ends_with(row.package))?;
        let folder = file.trim_end_matches(".tar.gz").trim_end_matches(".zip");
        let line = row.line.replace("FILE", file).replace("FOLDER", folder);
        Some(format!("| {} | `{line}` |\n", row.system[language]))
    });
    lines.collect()
}

/// With `ONEPURE_WRITE_DOCS` set, writes the tables; without it, compares.
#[test]
fn the_install_tables_have_the_packages_that_are_made() {
    let packages = packages();
    for (language, (path, heading)) in
        [("README.md", "| System | Line |\n|---|---|\n"), ("README.ko.md", "| 시스템 | 칠 것 |\n|---|---|\n")]
            .into_iter()
            .enumerate()
    {
        let text = read(path);
        let (before, rest) = text.split_once(heading).expect("the table");
        let (written, after) = rest.split_once("\n\n").expect("text below the table");
        let expected = table(&packages, language);
        if std::env::var_os("ONEPURE_WRITE_DOCS").is_some() {
            fs::write(root().join(path), format!("{before}{heading}{expected}\n{after}")).expect("a page");
        } else {
            assert_eq!(
                format!("{written}\n"),
                expected,
                "{path} is stale: ONEPURE_WRITE_DOCS=1 cargo test --test program install writes it"
            );
        }
        // Nothing else in a README names a package.
        let others = format!("{before}{after}");
        let version = env!("CARGO_PKG_VERSION");
        assert!(!others.contains(&format!("onepure-{version}-")) && !others.contains(&format!("onepure_{version}")));
    }
}
