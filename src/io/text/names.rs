//! Names of fields, made valid as NumPy's `genfromtxt` makes them.

use std::collections::HashMap;

use super::printf::{Format, Piece, Value};

/// What case the letters of names get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameCase {
    /// As they are.
    #[default]
    Sensitive,
    /// Upper case.
    Upper,
    /// Lower case.
    Lower,
}

/// Names that are never fields as they are.
const EXCLUDED: [&str; 3] = ["return", "file", "print"];

/// What is left out of names by default.
pub(super) const DELETED: &str = "~!@#$%^&*()-=+~\\|]}[{';: /?.>,<";

#[derive(Clone, Debug)]
pub(super) struct NameRules {
    pub(super) excluded: Vec<String>,
    pub(super) deleted: String,
    pub(super) space: String,
    pub(super) case: NameCase,
}

impl NameRules {
    /// Valid names: different ones, none of them empty; `default` numbers those that would be.
    pub(super) fn valid(&self, names: &[String], default: &Format) -> Vec<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut empty = 0;
        let mut valid = Vec::with_capacity(names.len());
        for name in names {
            let name = match self.case {
                NameCase::Sensitive => name.clone(),
                NameCase::Upper => name.to_uppercase(),
                NameCase::Lower => name.to_lowercase(),
            };
            let mut name = name.trim_matches(super::tokens::is_space).to_owned();
            if !self.space.is_empty() {
                name = name.replace(' ', &self.space);
            }
            name.retain(|c| c != '"' && !self.deleted.contains(c));
            if name.is_empty() {
                name = numbered(default, empty);
                while names.contains(&name) && empty <= names.len() {
                    empty += 1;
                    name = numbered(default, empty);
                }
                empty += 1;
            } else if EXCLUDED.contains(&name.as_str()) || self.excluded.contains(&name) {
                name.push('_');
            }
            let count = seen.entry(name.clone()).or_insert(0);
            valid.push(if *count > 0 { format!("{name}_{count}") } else { name });
            *count += 1;
        }
        valid
    }
}

/// A name by its number.
pub(super) fn numbered(format: &Format, number: usize) -> String {
    let mut name = String::new();
    for piece in &format.pieces {
        match piece {
            Piece::Literal(text) => name.push_str(text),
            Piece::Value(spec) if spec.is_text() => {
                let _ = spec.write(&mut name, Value::Text(&number.to_string()));
            }
            Piece::Value(spec) => {
                let _ = spec.write(&mut name, Value::Integer(number as i128));
            }
        }
    }
    name
}
