//! Objects, and what becomes an object where it meets one: numbers, text.

use super::super::resolve::Resolved;
use super::{binary, unary};
use crate::dtype::{Dtype, DtypeKind, TypeArg};
use crate::kernels::grid::LoopFn;
use crate::kernels::object::{self, compare, run_binary, run_unary};

/// The loop of a ufunc for these operands.
pub(super) fn resolve(name: &str, args: &[TypeArg]) -> Option<Resolved> {
    match args {
        [_] => Some(unary(operation_on_one(name)?, Dtype::Object, Dtype::Object)),
        [_, _] => {
            let objects = [Dtype::Object, Dtype::Object];
            if let Some(run) = comparison(name) {
                return Some(binary(run, objects, Dtype::Bool));
            }
            let run = operation(name)?;
            // Sums, products and remainders of times know their own operands, as in NumPy, and text of any length is only ever
            // compared with objects.
            let own = matches!(name, "add" | "subtract" | "multiply" | "remainder");
            let refused = args.iter().any(|arg| match arg {
                TypeArg::Strong(Dtype::String) => true,
                TypeArg::Strong(dtype) => own && matches!(dtype.kind(), DtypeKind::Datetime | DtypeKind::Timedelta),
                _ => false,
            });
            (!refused).then(|| binary(run, objects, Dtype::Object))
        }
        _ => None,
    }
}

fn operation_on_one(name: &str) -> Option<LoopFn> {
    Some(match name {
        "negative" => run_unary::<object::Negative>,
        "absolute" => run_unary::<object::Absolute>,
        "logical_not" => run_unary::<object::LogicalNot>,
        "invert" => run_unary::<object::Invert>,
        _ => return None,
    })
}

fn operation(name: &str) -> Option<LoopFn> {
    Some(match name {
        "add" => run_binary::<object::Add>,
        "subtract" => run_binary::<object::Subtract>,
        "multiply" => run_binary::<object::Multiply>,
        "divide" => run_binary::<object::Divide>,
        "floor_divide" => run_binary::<object::FloorDivide>,
        "remainder" => run_binary::<object::Remainder>,
        "power" => run_binary::<object::Power>,
        "bitwise_and" => run_binary::<object::BitwiseAnd>,
        "bitwise_or" => run_binary::<object::BitwiseOr>,
        "bitwise_xor" => run_binary::<object::BitwiseXor>,
        "left_shift" => run_binary::<object::LeftShift>,
        "right_shift" => run_binary::<object::RightShift>,
        "logical_and" => run_binary::<object::LogicalAnd>,
        "logical_or" => run_binary::<object::LogicalOr>,
        "maximum" | "fmax" => run_binary::<object::Maximum>,
        "minimum" | "fmin" => run_binary::<object::Minimum>,
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<LoopFn> {
    Some(match name {
        "equal" => compare::<object::Equal>,
        "not_equal" => compare::<object::NotEqual>,
        "less" => compare::<object::Less>,
        "less_equal" => compare::<object::LessEqual>,
        "greater" => compare::<object::Greater>,
        "greater_equal" => compare::<object::GreaterEqual>,
        _ => return None,
    })
}
