//! Text. Loops know the widths of their operands, so that texts of several widths are compared and joined as they are.

use super::super::resolve::Resolved;
use super::{binary, unary};
use crate::dtype::{Dtype, MAX_ITEMSIZE, TypeArg};
use crate::kernels::grid::LoopFn;
use crate::kernels::text::{
    self, Comparison, Equal, Greater, GreaterEqual, Join, Less, LessEqual, NotEqual, compare, compare_texts, differ,
    run_texts,
};

/// The loops of a comparison: of bytes, of code points, of text of any length, of bytes with either of the others.
struct Comparisons {
    bytes: LoopFn,
    unicode: LoopFn,
    texts: LoopFn,
    mixed: Option<LoopFn>,
}

impl Comparisons {
    fn of<F: Comparison>() -> Comparisons {
        let mixed: LoopFn = differ::<F>;
        Comparisons {
            bytes: compare::<F, u8>,
            unicode: compare::<F, u32>,
            texts: compare_texts::<F>,
            // Bytes and characters are never equal, and in no order.
            mixed: F::EQUALITY.then_some(mixed),
        }
    }

    fn named(name: &str) -> Option<Comparisons> {
        Some(match name {
            "equal" => Self::of::<Equal>(),
            "not_equal" => Self::of::<NotEqual>(),
            "less" => Self::of::<Less>(),
            "less_equal" => Self::of::<LessEqual>(),
            "greater" => Self::of::<Greater>(),
            "greater_equal" => Self::of::<GreaterEqual>(),
            _ => return None,
        })
    }
}

/// The loop of a ufunc for these operands.
pub(super) fn resolve(name: &str, args: &[TypeArg]) -> Option<Resolved> {
    if let ("isnan", [TypeArg::Strong(Dtype::String)]) = (name, args) {
        return Some(unary(text::missing, Dtype::String, Dtype::Bool));
    }
    let [TypeArg::Strong(a), TypeArg::Strong(b)] = args else { return None };
    let (a, b) = (a.native_scalar(), b.native_scalar());
    match name {
        "add" => sum(a, b),
        "maximum" | "minimum" => {
            let run: LoopFn = if name == "maximum" { run_texts::<text::Maximum> } else { run_texts::<text::Minimum> };
            (*a == Dtype::String && *b == Dtype::String)
                .then(|| binary(run, [Dtype::String, Dtype::String], Dtype::String))
        }
        _ => comparison(&Comparisons::named(name)?, a, b),
    }
}

fn comparison(loops: &Comparisons, a: &Dtype, b: &Dtype) -> Option<Resolved> {
    use Dtype::{Bytes, String, Unicode};
    let as_they_are = [a.clone(), b.clone()];
    let (run, operands) = match (a, b) {
        (Bytes(_), Bytes(_)) => (loops.bytes, as_they_are),
        (Unicode(_), Unicode(_)) => (loops.unicode, as_they_are),
        (String | Unicode(_), String | Unicode(_)) => (loops.texts, [String, String]),
        (Bytes(_), String | Unicode(_)) | (String | Unicode(_), Bytes(_)) => (loops.mixed?, as_they_are),
        _ => return None,
    };
    Some(binary(run, operands, Dtype::Bool))
}

/// One after the other. The result is as wide as both, as in NumPy, unless nothing can be as wide as that.
fn sum(a: &Dtype, b: &Dtype) -> Option<Resolved> {
    use Dtype::{Bytes, String, Unicode};
    let (run, result): (LoopFn, _) = match (a, b) {
        (Bytes(n), Bytes(m)) => (text::join::<u8>, Bytes(n.checked_add(*m)?)),
        (Unicode(n), Unicode(m)) => (text::join::<u32>, Unicode(n.checked_add(*m)?)),
        (String | Unicode(_), String | Unicode(_)) => {
            return Some(binary(run_texts::<Join>, [String, String], String));
        }
        _ => return None,
    };
    (result.itemsize() <= MAX_ITEMSIZE).then(|| binary(run, [a.clone(), b.clone()], result))
}
