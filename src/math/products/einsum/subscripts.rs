//! The forms that subscripts come in: a text, or lists of numbers.

use std::borrow::Cow;

use super::error::EinsumError;

/// What [`einsum`](super::einsum()) takes for subscripts: a text, or an [`EinsumAxes`].
pub trait IntoSubscripts {
    /// As a text. An error if there is none.
    fn text(&self) -> Result<Cow<'_, str>, EinsumError>;
}

impl IntoSubscripts for &str {
    fn text(&self) -> Result<Cow<'_, str>, EinsumError> {
        Ok(Cow::Borrowed(self))
    }
}

impl IntoSubscripts for &String {
    fn text(&self) -> Result<Cow<'_, str>, EinsumError> {
        Ok(Cow::Borrowed(self))
    }
}

/// Subscripts as lists of numbers from 0 to 51, one for each axis: NumPy's `einsum(a, [0, 1], b, [1, 2], [0, 2])`.
///
/// Without an output these are the numbers that appear once, in order.
///
/// ```
/// use ndtype::{self as np, EinsumAxes, array};
/// let a = array![[1, 2], [3, 4]];
/// let lists = EinsumAxes::new([[0, 1], [1, 2]]).output([0, 2]);
/// assert_eq!(np::einsum(&lists, &[&a, &a])?.to_vec::<i32>()?, [7, 10, 15, 22]);
/// let rows = EinsumAxes::new([[EinsumAxes::ELLIPSIS, 0]]);
/// assert_eq!(np::einsum(rows.output([EinsumAxes::ELLIPSIS]), &[&a])?.to_vec::<i32>()?, [3, 7]);
/// assert!(np::einsum(EinsumAxes::new([[52]]), &[&array![1]]).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinsumAxes {
    inputs: Vec<Vec<isize>>,
    output: Option<Vec<isize>>,
}

impl EinsumAxes {
    /// Stands for the axes that have no number of their own.
    pub const ELLIPSIS: isize = -1;

    /// A list for each operand.
    pub fn new<L: AsRef<[isize]>>(inputs: impl IntoIterator<Item = L>) -> EinsumAxes {
        EinsumAxes { inputs: inputs.into_iter().map(|list| list.as_ref().to_vec()).collect(), output: None }
    }

    /// The axes of the result.
    #[must_use]
    pub fn output(mut self, output: impl AsRef<[isize]>) -> EinsumAxes {
        self.output = Some(output.as_ref().to_vec());
        self
    }
}

/// The letters of some numbers, which are in the same order.
fn letters(list: &[isize], text: &mut String) -> Result<(), EinsumError> {
    for &label in list {
        match u8::try_from(label) {
            Ok(label @ 0..26) => text.push(char::from(b'A' + label)),
            Ok(label @ 26..52) => text.push(char::from(b'a' + label - 26)),
            _ if label == EinsumAxes::ELLIPSIS => text.push_str("..."),
            _ => return Err(EinsumError::Label { label }),
        }
    }
    Ok(())
}

impl IntoSubscripts for EinsumAxes {
    fn text(&self) -> Result<Cow<'_, str>, EinsumError> {
        let mut text = String::new();
        for (i, list) in self.inputs.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            letters(list, &mut text)?;
        }
        if let Some(output) = &self.output {
            text.push_str("->");
            letters(output, &mut text)?;
        }
        Ok(Cow::Owned(text))
    }
}

impl IntoSubscripts for &EinsumAxes {
    fn text(&self) -> Result<Cow<'_, str>, EinsumError> {
        (*self).text()
    }
}
