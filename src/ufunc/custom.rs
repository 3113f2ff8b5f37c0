//! Ufuncs made of Rust closures.
//!
//! The closure works on typed elements; broadcasting, casts, masks, outputs and folding are the engine's, as for every
//! other ufunc. There is one loop, that for the closure's own types, so that resolving is a matter of casting to them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::call::check_inputs;
use super::error::UfuncError;
use super::resolve::{Family, Resolved, no_loop};
use super::{Identity, Name, Ufunc};
use crate::array::Array;
use crate::dtype::{Casting, Dtype, TypeArg, result_type};
use crate::element::{Element, Scalar};
use crate::error::{Cause, Error, ErrorKind, Result};
use crate::kernels::custom::{Closure1, Closure2, Closure3};
use crate::kernels::grid::{Captured, Context, Grid};

/// What the closure of a ufunc failed with. The closure's own error is behind it:
/// [`Error::cause`](crate::error::Error::cause) finds it.
#[derive(Debug)]
pub struct ClosureError {
    ufunc: String,
    operands: Vec<String>,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl ClosureError {
    /// The ufunc.
    pub fn ufunc(&self) -> &str {
        &self.ufunc
    }

    /// The operands that it failed for.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }
}

impl fmt::Display for ClosureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ufunc '{}' failed for ({}): {}", self.ufunc, self.operands.join(", "), self.source)
    }
}

impl std::error::Error for ClosureError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}

impl Cause for ClosureError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Value
    }
}

#[cold]
fn failed(ufunc: &str, operands: &[Scalar], source: Box<dyn std::error::Error + Send + Sync>) -> Error {
    let operands = operands.iter().map(ToString::to_string).collect();
    Error::new(ClosureError { ufunc: ufunc.to_owned(), operands, source })
}

/// Ufuncs of closures.
impl Ufunc {
    /// A ufunc of a closure of one element: NumPy's `frompyfunc`, for elements of Rust types.
    ///
    /// Operands are cast to the closure's type if the rule of casting allows it (`same_kind` if nothing is said); the
    /// result has the dtype of what the closure returns. If the closure panics, so does the call; arrays stay valid.
    ///
    /// ```
    /// use ndtype::{Array, Text, Ufunc, array};
    /// let half = Ufunc::from_fn1("half", |x: f64| x / 2.0);
    /// assert_eq!(half.call(&[&array![[1, 2], [3, 4]]])?.to_vec::<f64>()?, [0.5, 1.0, 1.5, 2.0]);
    /// let shout = Ufunc::from_fn1("shout", |text: Text| Text::from(text.to_uppercase()));
    /// assert_eq!(shout.call(&[&Array::from_vec(vec![Text::from("a")])?])?.to_vec::<Text>()?, ["A"]);
    /// assert!(Ufunc::from_fn1("next", |x: i64| x + 1).call(&[&array![0.5]]).unwrap_err().is_cast());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_fn1<A: Element, O: Element>(
        name: impl Into<Cow<'static, str>>,
        function: impl Fn(A) -> O + Send + Sync + 'static,
    ) -> Ufunc {
        Ufunc::of_closure(name.into(), Closure1::new(move |a| Ok(function(a))))
    }

    /// A ufunc of a closure of two elements. If both and what it returns are of one type, it has all the methods of
    /// ufuncs: `reduce`, `accumulate`, `reduceat`, `at`.
    ///
    /// ```
    /// use ndtype::{Ufunc, array};
    /// let weighted = Ufunc::from_fn2("weighted", |a: f64, b: f64| 0.75 * a + 0.25 * b);
    /// let smooth = weighted.accumulate(&array![4.0, 8.0, 0.0], 0)?;
    /// assert_eq!(smooth.to_vec::<f64>()?, [4.0, 5.0, 3.75]);
    /// assert_eq!(weighted.outer(&array![4, 8], &array![0.0, 4.0])?.to_vec::<f64>()?, [3.0, 4.0, 6.0, 7.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_fn2<A: Element, B: Element, O: Element>(
        name: impl Into<Cow<'static, str>>,
        function: impl Fn(A, B) -> O + Send + Sync + 'static,
    ) -> Ufunc {
        Ufunc::of_closure(name.into(), Closure2::new(move |a, b| Ok(function(a, b))))
    }

    /// As [`from_fn1`](Self::from_fn1), with a closure that may fail: the call then does, with a [`ClosureError`]. An
    /// output that was given holds the results up to there.
    ///
    /// ```
    /// use ndtype::{Array, Text, Ufunc};
    /// let parse = Ufunc::try_from_fn1("parse", |text: Text| text.parse::<i32>());
    /// assert_eq!(parse.call(&[&Array::from_vec(vec![Text::from("22")])?])?.to_vec::<i32>()?, [22]);
    /// let error = parse.call(&[&Array::from_vec(vec![Text::from("x")])?]).unwrap_err();
    /// assert_eq!(error.to_string(), "ufunc 'parse' failed for (x): invalid digit found in string");
    /// assert!(error.cause::<std::num::ParseIntError>().is_some());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn try_from_fn1<A: Element, O: Element, E: Into<Box<dyn std::error::Error + Send + Sync>>>(
        name: impl Into<Cow<'static, str>>,
        function: impl Fn(A) -> Result<O, E> + Send + Sync + 'static,
    ) -> Ufunc {
        let name = name.into();
        let called = name.clone();
        let checked = move |a: A| {
            let given = a.clone();
            function(a).map_err(|error| failed(&called, &[Scalar::new(given)], error.into()))
        };
        Ufunc::of_closure(name, Closure1::new(checked))
    }

    /// As [`from_fn2`](Self::from_fn2), with a closure that may fail: the call then does, with a [`ClosureError`]. An
    /// output that was given holds the results up to there.
    ///
    /// ```
    /// use ndtype::{Ufunc, array};
    /// let add = Ufunc::try_from_fn2("add", |a: u8, b: u8| a.checked_add(b).ok_or("too large"));
    /// assert_eq!(add.reduce(&array![100u8, 50, 5], ..)?.item::<u8>()?, 155);
    /// assert!(add.reduce(&array![100u8, 200], ..).unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn try_from_fn2<A: Element, B: Element, O: Element, E: Into<Box<dyn std::error::Error + Send + Sync>>>(
        name: impl Into<Cow<'static, str>>,
        function: impl Fn(A, B) -> Result<O, E> + Send + Sync + 'static,
    ) -> Ufunc {
        let name = name.into();
        let called = name.clone();
        let checked = move |a: A, b: B| {
            let given = (a.clone(), b.clone());
            let scalars = || [Scalar::new(given.0), Scalar::new(given.1)];
            function(a, b).map_err(|error| failed(&called, &scalars(), error.into()))
        };
        Ufunc::of_closure(name, Closure2::new(checked))
    }

    fn of_closure(name: Cow<'static, str>, closure: impl Captured + 'static) -> Ufunc {
        const FAMILIES: &[Family] = &[of_closure];
        let nin = closure.dtypes().len() - 1;
        let row = Ufunc::new("", nin, 1, Identity::None);
        Ufunc { name: Name(name), families: FAMILIES, closure: Some(Arc::new(closure)), ..row }
    }

    /// Gives a ufunc of a closure an identity: what reductions start from, and what they make of no elements. Axes may
    /// then be reduced in any order, and masked.
    ///
    /// Errors: a closure that does not take two elements of one type and return one, a value that may not be cast to it.
    ///
    /// ```
    /// use ndtype::{Array, Ufunc, array};
    /// let lcm = Ufunc::from_fn2("lcm", |a: u64, b: u64| (1..).map(|n| n * a).find(|m| m % b == 0).unwrap()).identity(1u64)?;
    /// assert_eq!(lcm.reduce(&array![[4u8, 6], [10, 3]], ..)?.item::<u64>()?, 60);
    /// assert_eq!(lcm.reduce(&Array::zeros([0], "u8")?, ..)?.item::<u64>()?, 1);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn identity(mut self, value: impl Into<Scalar>) -> Result<Ufunc> {
        let dtypes = self.closure.as_ref().map(|closure| closure.dtypes());
        let dtype = match dtypes.as_deref() {
            Some([a, b, out]) if a == out && b == out => out,
            _ => {
                let reason = "only closures that take two elements of one type and return one have an identity";
                return Err(UfuncError::NoMethod { ufunc: self.name.to_owned(), method: "reduce", reason }.into());
            }
        };
        let value = Array::from_scalar(value.into())?.astype_casting(dtype.clone(), Casting::SameKind)?;
        self.start = Some(value.get_scalar(&[])?);
        self.identity = Identity::Reorderable;
        Ok(self)
    }
}

/// The loop of a closure, whatever the operands: these are cast to its types. Bare numbers join them or do not fit.
fn of_closure(ufunc: &Ufunc, args: &[TypeArg]) -> Option<Result<Resolved>> {
    let dtypes = ufunc.closure.as_deref()?.dtypes();
    let joins = |(arg, dtype): (&TypeArg, &Dtype)| match arg {
        TypeArg::Strong(_) => true,
        _ if *dtype == Dtype::Object => true,
        weak => {
            dtype.scalar_id().is_some()
                && result_type([TypeArg::Strong(dtype.clone()), weak.clone()]).is_ok_and(|joined| joined == *dtype)
        }
    };
    if !args.iter().zip(&dtypes).all(joins) {
        return Some(Err(no_loop(ufunc, args, None)));
    }
    let results = dtypes.last().cloned().into_iter().collect();
    Some(Ok(Resolved { run: run_closure, number: None, compute: dtypes.into(), results, rounded: None }))
}

/// The [`LoopFn`](crate::kernels::grid::LoopFn) of a closure.
///
/// # Safety
/// - As for [`LoopFn`](crate::kernels::grid::LoopFn), with elements of the closure's dtypes.
unsafe fn run_closure(grid: &Grid, context: &Context<'_>) -> Result<()> {
    match context.closure {
        // SAFETY: the caller's promises.
        Some(closure) => unsafe { closure.run(grid) },
        None => Ok(()),
    }
}

/// Checks what a fold with a closure casts: elements to its type, and nothing if the dtype is asked for, as in NumPy; the
/// result is of the closure's type.
pub(super) fn check_fold(ufunc: &Ufunc, dtype: &Dtype, wanted: Option<&Dtype>, resolved: &Resolved) -> Result<()> {
    if ufunc.closure.is_none() {
        return Ok(());
    }
    let args = [TypeArg::Strong(dtype.clone()), TypeArg::Strong(dtype.clone())];
    match wanted {
        Some(wanted) if *wanted.native_scalar() != resolved.results[0] => {
            Err(no_loop(ufunc, &args, Some(wanted.clone())))
        }
        Some(_) => Ok(()),
        None => check_inputs(ufunc, &args, resolved, Casting::SameKind),
    }
}

/// A closure of one, two or three elements, as [`vectorize`] takes it; `Args` is the tuple of their types.
pub trait Vectorize<Args>: sealed::Sealed<Args> {
    /// The ufunc of this closure.
    fn into_ufunc(self) -> Ufunc;
}

mod sealed {
    /// Keeps [`Vectorize`](super::Vectorize) to closures.
    pub trait Sealed<Args> {}
}

macro_rules! vectorize {
    ($($closure:ident: $($operand:ident $value:ident),*;)*) => {
        $(
            impl<F: Fn($($operand),*) -> O, $($operand: Element,)* O: Element> sealed::Sealed<($($operand,)*)> for F {}

            impl<F: Fn($($operand),*) -> O + Send + Sync + 'static, $($operand: Element,)* O: Element>
                Vectorize<($($operand,)*)> for F
            {
                fn into_ufunc(self) -> Ufunc {
                    Ufunc::of_closure("vectorized".into(), $closure::new(move |$($value),*| Ok(self($($value),*))))
                }
            }
        )*
    };
}

vectorize! {
    Closure1: A a;
    Closure2: A a, B b;
    Closure3: A a, B b, C c;
}

/// A closure of up to three elements as a ufunc: NumPy's `vectorize`. The dtypes are those of the closure's types, and not
/// looked up by calling it; with [`Object`](crate::element::Object) for all, it is NumPy's `frompyfunc`.
///
/// ```
/// use ndtype::{self as np, Object, array};
/// let clamp = np::vectorize(|x: f64, low: f64, high: f64| x.max(low).min(high));
/// let clamped = clamp.call(&[&array![-1.0, 0.5, 7.0], &array![0], &array![1, 1, 5]])?;
/// assert_eq!(clamped.to_vec::<f64>()?, [0.0, 0.5, 5.0]);
/// let kind = np::vectorize(|x: Object| x.downcast_ref::<i64>().is_some());
/// assert_eq!(kind.call(&[&array![1, 2].astype("O")?])?.to_vec::<bool>()?, [true, true]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vectorize<Args>(function: impl Vectorize<Args>) -> Ufunc {
    function.into_ufunc()
}
