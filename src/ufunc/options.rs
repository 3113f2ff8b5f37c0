//! How a ufunc is called, beyond its operands.

use super::conditions::FpErrors;
use crate::array::{Array, Order};
use crate::cast::Overflow;
use crate::dtype::{Casting, Dtype};

/// What a call asks for.
pub(super) struct Options<'a> {
    pub(super) out: Vec<&'a mut Array>,
    pub(super) r#where: Option<&'a Array>,
    pub(super) dtype: Option<Dtype>,
    pub(super) casting: Casting,
    pub(super) order: Order,
    pub(super) errors: FpErrors,
    pub(super) overflow: Overflow,
    /// How many threads may work on it, if that is not what is set for all.
    pub(super) threads: Option<usize>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            out: Vec::new(),
            r#where: None,
            dtype: None,
            casting: Casting::SameKind,
            order: Order::K,
            errors: FpErrors::IGNORE,
            overflow: Overflow::Wrap,
            threads: None,
        }
    }
}

impl Options<'_> {
    /// Whether the call has more to do than to compute.
    pub(super) fn asks_for_checks(&self) -> bool {
        self.errors != FpErrors::IGNORE || self.overflow != Overflow::Wrap
    }
}
