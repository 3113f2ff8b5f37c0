//! Dates and spans. Units are brought together as promotion does it; integers that meet a span or date count its ticks.

use smallvec::smallvec;

use super::super::resolve::Resolved;
use super::{binary, unary};
use crate::dtype::{Dtype, DtypeKind, TimeUnit, TypeArg};
use crate::error::Result;
use crate::kernels::elementwise::{run_binary, run_unary};
use crate::kernels::grid::{LoopFn, NumberLoop};
use crate::kernels::several::run_ternary;
use crate::kernels::time::{self, run_checked};

/// An operand, as far as time cares.
#[derive(Clone, Copy)]
enum Side {
    Date(TimeUnit),
    Span(TimeUnit),
    Bool,
    /// Bare ones too.
    Integer,
    /// Which becomes ticks only where the sign cannot matter to which is larger.
    UInt64,
    Float,
}

use Side::{Bool, Date, Float, Integer, Span, UInt64};

impl Side {
    /// `None` for what time has nothing to do with.
    fn of(arg: &TypeArg) -> Option<Side> {
        let dtype = match arg {
            TypeArg::Strong(dtype) => dtype.native_scalar(),
            TypeArg::WeakInt => return Some(Integer),
            TypeArg::WeakFloat => return Some(Float),
            _ => return None,
        };
        match dtype {
            Dtype::Datetime64(unit) => Some(Date(*unit)),
            Dtype::Timedelta64(unit) => Some(Span(*unit)),
            Dtype::UInt64 => Some(UInt64),
            other => match other.scalar_type().filter(|row| !row.ml)?.kind {
                DtypeKind::Bool => Some(Bool),
                DtypeKind::Integer | DtypeKind::Unsigned => Some(Integer),
                DtypeKind::Float => Some(Float),
                _ => None,
            },
        }
    }
}

/// The loop of a ufunc for these operands.
pub(super) fn resolve(name: &str, args: &[TypeArg]) -> Option<Result<Resolved>> {
    match args {
        [a] => of_one(name, Side::of(a)?).map(Ok),
        [a, b] => of_two(name, Side::of(a)?, Side::of(b)?),
        [a, low, high] if name == "clip" => clipped([Side::of(a)?, Side::of(low)?, Side::of(high)?]),
        _ => None,
    }
}

fn of_one(name: &str, a: Side) -> Option<Resolved> {
    let dtype = match a {
        Date(unit) => Dtype::Datetime64(unit),
        Span(unit) => Dtype::Timedelta64(unit),
        _ => return None,
    };
    let (run, result): (LoopFn, Dtype) = match (name, a) {
        ("isnat" | "isnan", _) => (run_unary::<time::IsNat, i64>, Dtype::Bool),
        ("isfinite", _) => (run_unary::<time::IsFinite, i64>, Dtype::Bool),
        ("isinf", _) => (run_unary::<time::IsInfinite, i64>, Dtype::Bool),
        ("negative", Span(_)) => (run_unary::<time::Negative, i64>, dtype.clone()),
        ("positive", Span(_)) => (run_unary::<time::Positive, i64>, dtype.clone()),
        ("absolute", Span(_)) => (run_unary::<time::Absolute, i64>, dtype.clone()),
        ("sign", Span(_)) => (run_unary::<time::Sign, i64>, dtype.clone()),
        _ => return None,
    };
    Some(unary(run, dtype, result))
}

fn of_two(name: &str, a: Side, b: Side) -> Option<Result<Resolved>> {
    let found = match name {
        "add" => sum(run_checked::<time::Add, i64, i64>, a, b)?,
        "subtract" => difference(run_checked::<time::Subtract, i64, i64>, a, b)?,
        "multiply" => Ok(product(a, b)?),
        "divide" | "floor_divide" => quotient(name, a, b)?,
        "remainder" => spans(a, b)?.map(|span| {
            let run: LoopFn = run_binary::<time::Remainder, i64, i64>;
            binary(run, [span.clone(), span.clone()], span)
        }),
        "divmod" => spans(a, b)?.map(|span| Resolved {
            run: time::run_divmod,
            number: None,
            compute: smallvec![span.clone(), span.clone(), Dtype::Int64, span.clone()],
            results: smallvec![Dtype::Int64, span],
            rounded: None,
        }),
        _ => {
            let run = comparison(name);
            let fold = extreme(name);
            if run.is_none() && fold.is_none() {
                return None;
            }
            same(a, b)?.map(|common| {
                let operands = [common.clone(), common.clone()];
                match (run, fold) {
                    (Some(run), _) => binary(run, operands, Dtype::Bool),
                    (_, fold) => {
                        let fold = fold.unwrap_or(&time::MAXIMUM);
                        Resolved { number: Some(fold), ..binary(fold.run, operands, common) }
                    }
                }
            })
        }
    };
    Some(found)
}

/// A time within two others of its kind, or a span within integers.
fn clipped([a, low, high]: [Side; 3]) -> Option<Result<Resolved>> {
    // The common dtype of the first two stands for both beside the third; two integers have none yet.
    let side = |dtype: Dtype| match dtype {
        Dtype::Datetime64(unit) => Date(unit),
        Dtype::Timedelta64(unit) => Span(unit),
        _ => Integer,
    };
    let joined = match (a, low) {
        (Bool | Integer, Bool | Integer) => Ok(Dtype::Int64),
        (a, low) => same(a, low)?,
    };
    let common = match joined {
        Ok(joined) => same(side(joined), high)?,
        Err(error) => Err(error),
    };
    Some(common.map(|common| Resolved {
        run: run_ternary::<time::Clip, i64>,
        number: None,
        compute: smallvec![common.clone(), common.clone(), common.clone(), common.clone()],
        results: smallvec![common],
        rounded: None,
    }))
}

fn comparison(name: &str) -> Option<LoopFn> {
    Some(match name {
        "equal" => run_binary::<time::Equal, i64, i64>,
        "not_equal" => run_binary::<time::NotEqual, i64, i64>,
        "less" => run_binary::<time::Less, i64, i64>,
        "less_equal" => run_binary::<time::LessEqual, i64, i64>,
        "greater" => run_binary::<time::Greater, i64, i64>,
        "greater_equal" => run_binary::<time::GreaterEqual, i64, i64>,
        _ => return None,
    })
}

fn extreme(name: &str) -> Option<&'static NumberLoop> {
    match name {
        "maximum" => Some(&time::MAXIMUM),
        "minimum" => Some(&time::MINIMUM),
        "fmax" => Some(&time::FMAX),
        "fmin" => Some(&time::FMIN),
        _ => None,
    }
}

/// The unit of a date and another date or span.
fn date_unit(a: Dtype, b: Dtype) -> Result<TimeUnit> {
    match a.promote(&b)? {
        Dtype::Datetime64(unit) => Ok(unit),
        _ => Ok(TimeUnit::GENERIC),
    }
}

/// The common dtype of two spans.
fn spans(a: Side, b: Side) -> Option<Result<Dtype>> {
    match (a, b) {
        (Span(a), Span(b)) => Some(Dtype::Timedelta64(a).promote(&Dtype::Timedelta64(b))),
        _ => None,
    }
}

/// The common dtype of two times of one kind, or of a span and an integer.
fn same(a: Side, b: Side) -> Option<Result<Dtype>> {
    match (a, b) {
        (Date(a), Date(b)) => Some(Dtype::Datetime64(a).promote(&Dtype::Datetime64(b))),
        (Span(unit), Bool | Integer) | (Bool | Integer, Span(unit)) => Some(Ok(Dtype::Timedelta64(unit))),
        _ => spans(a, b),
    }
}

fn sum(run: LoopFn, a: Side, b: Side) -> Option<Result<Resolved>> {
    let (date, span) = (Dtype::Datetime64, Dtype::Timedelta64);
    match (a, b) {
        (Date(unit), Span(other)) => {
            Some(date_unit(date(unit), span(other)).map(|unit| binary(run, [date(unit), span(unit)], date(unit))))
        }
        (Span(other), Date(unit)) => {
            Some(date_unit(date(unit), span(other)).map(|unit| binary(run, [span(unit), date(unit)], date(unit))))
        }
        (Date(unit), Bool | Integer | UInt64) => Some(Ok(binary(run, [date(unit), span(unit)], date(unit)))),
        (Bool | Integer | UInt64, Date(unit)) => Some(Ok(binary(run, [span(unit), date(unit)], date(unit)))),
        (Span(unit), UInt64) | (UInt64, Span(unit)) => Some(Ok(binary(run, [span(unit), span(unit)], span(unit)))),
        (Date(_), Date(_)) => None,
        _ => same(a, b).map(|span| span.map(|span| binary(run, [span.clone(), span.clone()], span))),
    }
}

fn difference(run: LoopFn, a: Side, b: Side) -> Option<Result<Resolved>> {
    let (date, span) = (Dtype::Datetime64, Dtype::Timedelta64);
    match (a, b) {
        (Date(a), Date(b)) => {
            Some(date_unit(date(a), date(b)).map(|unit| binary(run, [date(unit), date(unit)], span(unit))))
        }
        // Nothing but a date has a date taken from it.
        (_, Date(_)) => None,
        _ => sum(run, a, b),
    }
}

fn product(a: Side, b: Side) -> Option<Resolved> {
    let span = Dtype::Timedelta64;
    let (run, operands, unit): (LoopFn, _, _) = match (a, b) {
        (Span(unit), Bool | Integer | UInt64) => {
            (run_checked::<time::MultiplyInteger<0>, i64, i64>, [span(unit), Dtype::Int64], unit)
        }
        (Bool | Integer | UInt64, Span(unit)) => {
            (run_checked::<time::MultiplyInteger<1>, i64, i64>, [Dtype::Int64, span(unit)], unit)
        }
        (Span(unit), Float) => (run_checked::<time::Multiply, i64, f64>, [span(unit), Dtype::Float64], unit),
        (Float, Span(unit)) => (run_checked::<time::Multiply, f64, i64>, [Dtype::Float64, span(unit)], unit),
        _ => return None,
    };
    Some(binary(run, operands, span(unit)))
}

fn quotient(name: &str, a: Side, b: Side) -> Option<Result<Resolved>> {
    let span = Dtype::Timedelta64;
    let (run, divisor, unit): (LoopFn, _, _) = match (a, b) {
        (Span(unit), Integer | UInt64) => (run_binary::<time::DivideInteger, i64, i64>, Dtype::Int64, unit),
        (Span(unit), Float) => (run_checked::<time::Divide, i64, f64>, Dtype::Float64, unit),
        _ => {
            let (run, result): (LoopFn, _) = match name {
                "divide" => (run_binary::<time::Quotient, i64, i64>, Dtype::Float64),
                _ => (run_binary::<time::FloorDivide, i64, i64>, Dtype::Int64),
            };
            return spans(a, b).map(|span| span.map(|span| binary(run, [span.clone(), span], result)));
        }
    };
    Some(Ok(binary(run, [span(unit), divisor], span(unit))))
}
