//! How a ufunc is called, beyond its operands.

use crate::array::{Array, Order};
use crate::dtype::{Casting, Dtype};

/// What a call asks for.
pub(super) struct Options<'a> {
    pub(super) out: Vec<&'a mut Array>,
    pub(super) r#where: Option<&'a Array>,
    pub(super) dtype: Option<Dtype>,
    pub(super) casting: Casting,
    pub(super) order: Order,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { out: Vec::new(), r#where: None, dtype: None, casting: Casting::SameKind, order: Order::K }
    }
}
