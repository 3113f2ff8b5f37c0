//! Where a loop works: rows of elements of several operands at once.

use crate::dtype::{Dtype, ScalarId};
use crate::error::Result;

/// The most operands that a loop has, inputs and outputs together.
pub(crate) const MAX_OPERANDS: usize = 4;

/// Rows of elements, for each operand, inputs first: where the first one lies, how many bytes apart elements are in a row,
/// and how many bytes apart rows are.
///
/// Two dimensions rather than one, so that a loop over short rows pays for its call, and for finding out what kind of rows
/// they are, once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) ptr: [*mut u8; MAX_OPERANDS],
    pub(crate) step: [isize; MAX_OPERANDS],
    pub(crate) row_step: [isize; MAX_OPERANDS],
    /// Elements in a row.
    pub(crate) n: usize,
    pub(crate) rows: usize,
}

impl Grid {
    /// One row.
    #[inline]
    pub(crate) fn row(ptr: [*mut u8; MAX_OPERANDS], step: [isize; MAX_OPERANDS], n: usize) -> Grid {
        Grid { ptr, step, row_step: [0; MAX_OPERANDS], n, rows: 1 }
    }

    /// The first element of an operand in a row.
    #[inline(always)]
    pub(super) fn at(&self, operand: usize, row: usize) -> *mut u8 {
        self.ptr[operand].wrapping_offset(self.row_step[operand].wrapping_mul(row as isize))
    }

    /// An element of an operand.
    #[inline(always)]
    pub(crate) fn element(&self, operand: usize, row: usize, i: usize) -> *mut u8 {
        self.at(operand, row).wrapping_offset(self.step[operand].wrapping_mul(i as isize))
    }
}

/// What a loop may want to know beyond its grid.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The dtypes of the operands, inputs first: the widths of text, the fields of records.
    pub(crate) dtypes: &'a [Dtype],
    /// What a ufunc made of a closure calls.
    pub(crate) closure: Option<&'a Closure>,
}

/// A loop that captures something, and has the dtypes of its operands from that.
pub(crate) trait Captured: Send + Sync {
    /// What it takes and gives, inputs first.
    fn dtypes(&self) -> Vec<Dtype>;

    /// Goes over a grid.
    ///
    /// # Safety
    /// - As for [`LoopFn`], with elements of these dtypes.
    unsafe fn run(&self, grid: &Grid) -> Result<()>;
}

/// A loop that captures something.
pub(crate) type Closure = dyn Captured;

/// A loop over a grid.
///
/// # Safety
/// - For each operand, every element of the grid is valid for reading (inputs) or for reading and writing (outputs), is
///   aligned, and holds a value of the operand's type in native byte order.
/// - An element that is written overlaps no other element of any operand, except that it may be the very element of an
///   input at the same position.
pub(crate) type LoopFn = unsafe fn(grid: &Grid, context: &Context<'_>) -> Result<()>;

/// Folds rows into one element each: operand 0 is what is folded into, with a step of 0, operand 1 the elements.
///
/// # Safety
/// - As for [`LoopFn`], with operand 0 read and written, and no element of it part of operand 1.
pub(crate) type ReduceFn = unsafe fn(grid: &Grid);

/// Running results of rows: operand 0 is the elements, operand 1 the results, of which the last before the row, if there is
/// one, is operand 2.
///
/// # Safety
/// - As for [`LoopFn`], with operand 1 written and the others read. Operand 2 may be null, and its step is of no account.
pub(crate) type AccumulateFn = unsafe fn(grid: &Grid);

/// The loops of a ufunc for numbers of one type.
#[derive(Clone, Copy)]
pub(crate) struct NumberLoop {
    /// The types that `run` takes and gives, inputs first; the rest repeats the last.
    pub(crate) types: [ScalarId; MAX_OPERANDS],
    pub(crate) run: LoopFn,
    /// For binary ones whose result has the type of the inputs.
    pub(crate) reduce: Option<ReduceFn>,
    pub(crate) accumulate: Option<AccumulateFn>,
    /// `reduce` splits rows in a tree (`pairwise`), so that parts of a row are not the same as the row.
    pub(crate) tree: bool,
}

/// The loops of a ufunc for each type of number that it has loops for.
pub(crate) type NumberLoops = [Option<NumberLoop>; ScalarId::COUNT];

/// A type of number that loops compute with.
pub(crate) trait Computed: Copy + 'static {
    /// Its place in the list of types.
    const ID: ScalarId;
}

macro_rules! computed {
    ($($type:ty: $id:ident),* $(,)?) => {
        $(impl Computed for $type {
            const ID: ScalarId = ScalarId::$id;
        })*
    };
}

computed! {
    crate::element::scalars::Bool: Bool, i8: Int8, i16: Int16, i32: Int32, i64: Int64, u8: UInt8, u16: UInt16, u32: UInt32,
    u64: UInt64, half::f16: Float16, half::bf16: BFloat16, f32: Float32, f64: Float64,
    num_complex::Complex<f32>: Complex64, num_complex::Complex<f64>: Complex128,
    crate::element::Float8E3M4: Float8E3M4, crate::element::Float8E4M3: Float8E4M3,
    crate::element::Float8E4M3B11Fnuz: Float8E4M3B11Fnuz, crate::element::Float8E4M3Fn: Float8E4M3Fn,
    crate::element::Float8E4M3Fnuz: Float8E4M3Fnuz, crate::element::Float8E5M2: Float8E5M2,
    crate::element::Float8E5M2Fnuz: Float8E5M2Fnuz, crate::element::Float8E8M0Fnu: Float8E8M0Fnu,
    crate::element::Float6E2M3Fn: Float6E2M3Fn, crate::element::Float6E3M2Fn: Float6E3M2Fn,
    crate::element::Float4E2M1Fn: Float4E2M1Fn,
    crate::element::Int2: Int2, crate::element::Int4: Int4, crate::element::UInt2: UInt2, crate::element::UInt4: UInt4,
}

/// An integer without a sign. Operations to which the sign makes no difference have loops for the signed type only, which
/// the other one uses too.
pub(crate) trait Unsigned: Computed {
    /// The type of the same size with a sign.
    type Signed: Computed;
}

macro_rules! unsigned {
    ($($type:ty: $signed:ty),*) => {
        $(impl Unsigned for $type {
            type Signed = $signed;
        })*
    };
}

unsigned!(u8: i8, u16: i16, u32: i32, u64: i64);

/// The loops for the signed type, for the other one.
pub(crate) const fn of_bits<U: Unsigned>(mut found: NumberLoop) -> NumberLoop {
    let mut k = 0;
    while k < MAX_OPERANDS {
        if found.types[k] as usize == U::Signed::ID as usize {
            found.types[k] = U::ID;
        }
        k += 1;
    }
    found
}

/// The type that numbers of a smaller one are computed in: they are converted a chunk at a time, and the result rounded
/// once.
pub(crate) const fn computed_as(id: ScalarId) -> ScalarId {
    use ScalarId::*;
    match id {
        Float16 | BFloat16 | Float8E3M4 | Float8E4M3 | Float8E4M3B11Fnuz | Float8E4M3Fn | Float8E4M3Fnuz
        | Float8E5M2 | Float8E5M2Fnuz | Float8E8M0Fnu | Float6E2M3Fn | Float6E3M2Fn | Float4E2M1Fn => Float32,
        Complex32 => Complex64,
        Int2 | Int4 => Int8,
        UInt2 | UInt4 => UInt8,
        id => id,
    }
}

/// A table of these loops, each at the place of its first input's type, and where a smaller type has no loop of its own,
/// that of the type it is computed in.
pub(crate) const fn table(families: &[&[NumberLoop]]) -> NumberLoops {
    let mut table: NumberLoops = [None; ScalarId::COUNT];
    let mut family = 0;
    while family < families.len() {
        let loops = families[family];
        let mut i = 0;
        while i < loops.len() {
            table[loops[i].types[0] as usize] = Some(loops[i]);
            i += 1;
        }
        family += 1;
    }
    let mut i = 0;
    while i < ScalarId::COUNT {
        if table[i].is_none() {
            table[i] = table[computed_as(ScalarId::ALL[i]) as usize];
        }
        i += 1;
    }
    table
}

/// The loops of an operation for several types: `loops![folded::<Add>: i8 i16]`.
macro_rules! loops {
    ($maker:ident::<$op:ty>: $($type:ty)*) => {
        &[$($maker::<$op, $type>()),*]
    };
    ($maker:ident: $($type:ty)*) => {
        &[$($maker::<$type>()),*]
    };
}
pub(crate) use loops;
