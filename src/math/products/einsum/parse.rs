//! Reading subscripts: `ij,jk->ik`, `...ij,...jk`, `ii`.

use super::error::EinsumError;

/// The subscripts of an operand or of the output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Term {
    /// Letters, in order.
    pub(super) letters: Vec<u8>,
    /// How many letters come before the ellipsis, if there is one.
    pub(super) ellipsis: Option<usize>,
}

/// What stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subscripts {
    pub(super) inputs: Vec<Term>,
    /// `None` if it is to be found from the inputs.
    pub(super) output: Option<Term>,
}

/// Reads them. Spaces count for nothing.
pub(super) fn parse(text: &str) -> Result<Subscripts, EinsumError> {
    let mut inputs = vec![Term::default()];
    let mut rest = text;
    loop {
        let term = inputs.last_mut().expect("at least one");
        rest = read_term(text, rest, term)?;
        match rest.as_bytes() {
            [] => return Ok(Subscripts { inputs, output: None }),
            [b',', ..] => {
                inputs.push(Term::default());
                rest = &rest[1..];
            }
            [b'-', b'>', ..] => break,
            [b'-', ..] => return Err(EinsumError::Arrow { position: text.len() - rest.len() }),
            _ => return Err(unexpected(text, rest)),
        }
    }
    let mut output = Term::default();
    let rest = read_term(text, &rest[2..], &mut output)?;
    if rest.is_empty() { Ok(Subscripts { inputs, output: Some(output) }) } else { Err(unexpected(text, rest)) }
}

fn unexpected(text: &str, rest: &str) -> EinsumError {
    let found = rest.chars().next().unwrap_or(' ');
    EinsumError::Subscript { found, position: text.len() - rest.len() }
}

/// Reads letters and at most one ellipsis; what is left starts with something else.
fn read_term<'t>(text: &str, mut rest: &'t str, term: &mut Term) -> Result<&'t str, EinsumError> {
    while let Some(&byte) = rest.as_bytes().first() {
        match byte {
            b' ' => {}
            b'a'..=b'z' | b'A'..=b'Z' => term.letters.push(byte),
            b'.' if rest.starts_with("...") && term.ellipsis.is_none() => {
                term.ellipsis = Some(term.letters.len());
                rest = &rest[2..];
            }
            b'.' => return Err(EinsumError::Dot { position: text.len() - rest.len() }),
            _ => break,
        }
        rest = &rest[1..];
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(letters: &str, ellipsis: Option<usize>) -> Term {
        Term { letters: letters.into(), ellipsis }
    }

    #[test]
    fn subscripts_are_read() {
        let got = parse(" i j, ...jk -> i...k").unwrap();
        assert_eq!(got.inputs, [term("ij", None), term("jk", Some(0))]);
        assert_eq!(got.output, Some(term("ik", Some(1))));
        assert_eq!(parse("").unwrap(), Subscripts { inputs: vec![term("", None)], output: None });
        assert_eq!(parse("a,,b").unwrap().inputs.len(), 3);
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(parse("i1"), Err(EinsumError::Subscript { found: '1', position: 1 }));
        assert_eq!(parse("ij>"), Err(EinsumError::Subscript { found: '>', position: 2 }));
        assert_eq!(parse("ij-"), Err(EinsumError::Arrow { position: 2 }));
        assert_eq!(parse("i.j"), Err(EinsumError::Dot { position: 1 }));
        assert_eq!(parse("...i..."), Err(EinsumError::Dot { position: 4 }));
        assert_eq!(parse("i->j->k"), Err(EinsumError::Subscript { found: '-', position: 4 }));
        assert_eq!(parse("i->j,k"), Err(EinsumError::Subscript { found: ',', position: 4 }));
        assert_eq!(parse("iß"), Err(EinsumError::Subscript { found: 'ß', position: 1 }));
    }
}
