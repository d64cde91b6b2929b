//! A script of the page and all that it imports, as one: a browser waits for each file, and a report is a single file.

use super::assets;
use std::fmt::Write;

/// A script and the scripts that it imports, directly or not. Each import becomes the result of a function, so that scripts may declare the same
/// names.
///
/// Scripts import by a line such as `import { Board, grade as color } from "./board.js";`, never in a circle, and export functions,
/// classes and constants where they declare them. A test checks this.
pub(super) fn bundle(script: &str) -> String {
    let mut bundle = Bundle::default();
    let module = Module::of(script);
    for name in module.imports {
        bundle.add(name);
    }
    bundle.text + &module.body
}

#[derive(Default)]
struct Bundle {
    names: Vec<&'static str>,
    text: String,
}

impl Bundle {
    /// Adds a script after those that it imports, unless it is there.
    fn add(&mut self, name: &'static str) {
        if self.names.contains(&name) {
            return;
        }
        self.names.push(name);
        let Module { imports, exports, body } = Module::of(name);
        for name in imports {
            self.add(name);
        }
        let (variable, exports) = (variable(name), exports.join(", "));
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "const {variable} = (() => {{\n{body}return {{ {exports} }};\n}})();");
    }
}

/// A script without its import and export statements.
#[derive(Default)]
struct Module {
    /// The names of the imported scripts.
    imports: Vec<&'static str>,
    /// The exported names.
    exports: Vec<&'static str>,
    body: String,
}

impl Module {
    fn of(name: &str) -> Self {
        let mut module = Self::default();
        for line in assets::text(name).lines() {
            if let Some((names, from)) = import(line) {
                module.imports.push(from);
                let _ = writeln!(module.body, "const {{ {} }} = {};", names.replace(" as ", ": "), variable(from));
            } else {
                module.exports.extend(export(line));
                module.body += line.strip_prefix("export ").unwrap_or(line);
                module.body.push('\n');
            }
        }
        module
    }
}

/// The names that a line imports, and the script that has them.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names, from.strip_suffix("\";")?))
}

/// The name that a line declares and exports.
fn export(line: &str) -> Option<&str> {
    let declared = line.strip_prefix("export ")?;
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let named = ["function ", "function* ", "class ", "const "].iter().find_map(|word| declared.strip_prefix(word))?;
    let end = named.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')?;
    Some(&named[..end]).filter(|name| !name.is_empty())
}

/// The variable for the exports of a script.
fn variable(name: &str) -> String {
    name.replace(['-', '.'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_and_export_has_the_form_of_a_bundle() {
        for asset in assets::ASSETS {
            for line in asset.text.lines() {
                let is_known = import(line).is_some() || export(line).is_some() || line == "export {};";
                assert!(
                    is_known || !line.starts_with("import ") && !line.starts_with("export "),
                    "{}: {line}",
                    asset.name
                );
            }
        }
    }

    #[test]
    fn scripts_come_after_their_imports() {
        for script in ["main.js", "report.js"] {
            let text = bundle(script);
            assert!(!text.contains("</script"), "{script}: the end of a script in HTML");
            let mut imports = 0;
            for (at, _) in text.match_indices("_js;\n") {
                let begin = text[..at].rfind(' ').expect("a blank") + 1;
                let declared = format!("const {}_js = (() => {{\n", &text[begin..at]);
                assert_eq!(text[..at].matches(&declared).count(), 1, "{script}: {declared}");
                imports += 1;
            }
            assert!(imports > 5, "{script}: {imports} imports");
        }
    }
}
