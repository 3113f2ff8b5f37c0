//! Products of matrices, of stacks of them, and of vectors.
//!
//! What it owns, a file each:
//! 1. `vector`: vectors of numbers for each instruction set. 2. `tile`, `complex`: the innermost loops, which compute a few rows
//!    and columns of a result in registers. 3. `pack`: parts of matrices laid out for these. 4. `blocked`: products of any
//!    size, in blocks that fit in caches. 5. `dots`: products with a vector. 6. `bools`: products of booleans. 7. `mirror`: the
//!    other half of `a @ a.T`. 8. `load`: elements of other types, which become numbers while they are packed.
//!
//! [`Multiplication::new`] decides how a product is computed, from types, sizes and strides; `run` does it, for a stack of
//! matrices. The order of every sum follows from the sizes alone, and every step of it is a fused multiply-add: the bits of a
//! result depend neither on the layout of the operands nor on the machine.
//!
//! What it refuses: knowing how numbers are converted, memory of its own, and broadcasting: a step of zero does that.

mod blocked;
mod bools;
mod complex;
mod dots;
#[cfg(test)]
mod isa_tests;
mod load;
mod mirror;
mod pack;
mod tile;
mod vector;

use crate::dtype::ScalarId;
use blocked::{Job, PackFn, Plan};
use dots::{Dots, DotsFn};
pub(crate) use load::{Load, Loads};
use tile::{Shape, Tile};

/// How large the matrices of a product are: `m` by `k` times `k` by `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) k: usize,
}

/// A matrix in memory: where its first element lies, and how many bytes apart rows and columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub(crate) ptr: *const u8,
    pub(crate) row: isize,
    pub(crate) col: isize,
}

impl Matrix {
    #[inline(always)]
    fn at(&self, row: usize, col: usize) -> *const u8 {
        let down = self.row.wrapping_mul(row as isize);
        self.ptr.wrapping_offset(down.wrapping_add(self.col.wrapping_mul(col as isize)))
    }

    #[inline(always)]
    /// The matrix so many bytes further on.
    pub(crate) fn moved(self, bytes: isize) -> Matrix {
        Matrix { ptr: self.ptr.wrapping_offset(bytes), ..self }
    }
}

/// Results in memory: contiguous numbers in rows that are so many bytes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) ptr: *mut u8,
    pub(crate) row: isize,
}

impl Rows {
    /// Those of another matrix, so many bytes on.
    #[inline]
    pub(crate) fn moved(self, bytes: isize) -> Rows {
        Rows { ptr: self.ptr.wrapping_offset(bytes), ..self }
    }
}

/// How many matrices there are, and how many bytes apart those of `a`, of `b`, and the results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    pub(crate) count: usize,
    pub(crate) steps: [isize; 3],
}

/// The type that products of numbers are computed in: integers of any sign as integers of as many bits, or of 16; floats of
/// fewer bits as those of 32.
pub(crate) fn factor(id: ScalarId) -> ScalarId {
    use crate::dtype::DtypeKind::{Bool, Complex, Float};
    let row = id.row();
    match (row.kind, row.size) {
        (Complex, 16) => ScalarId::Complex128,
        (Complex, _) => ScalarId::Complex64,
        (Float, 8) => ScalarId::Float64,
        (Float, _) => ScalarId::Float32,
        (Bool, _) => ScalarId::Bool,
        (_, 8) => ScalarId::Int64,
        (_, 4) => ScalarId::Int32,
        _ => ScalarId::Int16,
    }
}

/// What the numbers of a type need.
#[derive(Clone, Copy)]
struct Loops {
    size: usize,
    dots: DotsFn,
    shape: fn() -> Shape,
    pack_b: PackFn,
    complex: bool,
}

macro_rules! loops {
    ($type:ty) => {
        Loops {
            size: size_of::<$type>(),
            dots: dots::real::<$type>,
            shape: Shape::real::<$type>,
            pack_b: pack::slivers,
            complex: false,
        }
    };
    (complex $type:ty) => {
        Loops {
            size: 2 * size_of::<$type>(),
            dots: dots::complex::<$type>,
            shape: Shape::complex::<$type>,
            pack_b: complex::split::<$type>,
            complex: true,
        }
    };
}

impl Loops {
    fn of(id: ScalarId) -> Loops {
        match factor(id) {
            ScalarId::Float64 => loops!(f64),
            ScalarId::Float32 => loops!(f32),
            ScalarId::Int64 => loops!(i64),
            ScalarId::Int32 => loops!(i32),
            ScalarId::Complex128 => loops!(complex f64),
            ScalarId::Complex64 => loops!(complex f32),
            _ => loops!(i16),
        }
    }
}

/// How a product is computed.
pub(crate) struct Multiplication<'a> {
    loops: Loops,
    sizes: Sizes,
    loads: Loads<'a>,
    way: Way,
    conjugate: bool,
    scratch: usize,
}

enum Way {
    /// Bits, for booleans.
    Bools,
    /// Sums along rows, for products with a vector.
    Dots,
    /// One tile.
    Tile(Shape),
    /// Blocks of them.
    Blocked(Shape, Plan),
    /// Blocks of half of them, and the other half copied.
    Mirrored(Shape, Plan),
}

impl<'a> Multiplication<'a> {
    /// Decides how matrices of numbers of this type, which is its own [`factor`], are multiplied. All sizes are at least one.
    /// `conjugate`: with the conjugates of the rows of `a`, for products of vectors. `loads`: elements of the operands that
    /// become such numbers first; for numbers that are no booleans.
    pub(crate) fn new(
        id: ScalarId,
        sizes: Sizes,
        [a, b]: [Matrix; 2],
        conjugate: bool,
        loads: Loads<'a>,
    ) -> Multiplication<'a> {
        debug_assert!(!conjugate || (sizes.m == 1 && sizes.n == 1));
        let loops = Loops::of(id);
        if id == ScalarId::Bool {
            debug_assert!(!load::any(loads));
            let scratch = bools::scratch_words(sizes) * size_of::<u64>();
            return Multiplication { loops, sizes, loads, way: Way::Bools, conjugate, scratch };
        }
        if sizes.m == 1 || sizes.n == 1 {
            let step = loops.size as isize;
            let along = if sizes.n == 1 { a.col } else { b.row };
            let other = if sizes.n == 1 { b.row } else { a.col };
            // Rows that are contiguous are read where they are.
            let free = !load::any(loads) && (sizes.k == 1 || (along == step && other == step));
            let scratch = if free { 0 } else { dots::scratch(sizes.m.max(sizes.n), sizes.k, loops.size) };
            return Multiplication { loops, sizes, loads, way: Way::Dots, conjugate, scratch };
        }
        let shape = (loops.shape)();
        let plan = Plan::new(sizes, b.col, loops.size, &shape, loops.complex, loads.map(|load| load.is_some()));
        let turned = a.ptr == b.ptr && a.row == b.col && a.col == b.row && sizes.m == sizes.n && load::same(loads);
        let way = if turned && !loops.complex && sizes.m >= 2 * shape.cols() {
            Way::Mirrored(shape, plan)
        } else if plan.is_one_tile(sizes, &shape) {
            Way::Tile(shape)
        } else {
            Way::Blocked(shape, plan)
        };
        Multiplication { loops, sizes, loads, way, conjugate, scratch: plan.scratch }
    }

    /// Bytes of memory that it takes, aligned to 64 bytes.
    pub(crate) fn scratch(&self) -> usize {
        self.scratch
    }

    /// Multiplies a stack of matrices.
    ///
    /// # Safety
    /// - `a`, `b` and `c` have elements of the type, or those that are loaded, as the sizes and their strides say, for each
    ///   matrix of the stack, valid for reading, those of `c` for writing; none need be aligned. No element of `c` overlaps any
    ///   other.
    /// - The strides are those that this was made for.
    /// - `scratch` is valid for reading and writing so many bytes as it takes, is aligned to 64 bytes, and overlaps nothing.
    pub(crate) unsafe fn run(&self, a: Matrix, b: Matrix, c: Rows, stack: Stack, scratch: *mut u8) {
        let size = self.loops.size;
        let matrices = (0..stack.count as isize).map(|i| {
            let [x, y, z] = stack.steps.map(|step| step.wrapping_mul(i));
            (a.moved(x), b.moved(y), c.moved(z))
        });
        match &self.way {
            Way::Bools => {
                for (a, b, c) in matrices {
                    // SAFETY: the caller's promises for this matrix; the scratch is aligned to more than words.
                    unsafe { bools::product(self.sizes, a, b, c, scratch) };
                }
            }
            Way::Dots => {
                let dots = Dots::of(self.sizes, [a, b], c, size, self.conjugate, self.loads);
                let [x, y, z] = stack.steps;
                let steps = if self.sizes.n == 1 { [x, y, z] } else { [y, x, z] };
                // SAFETY: the caller's promises.
                unsafe { (self.loops.dots)(&dots, Stack { steps, ..stack }, scratch) };
            }
            Way::Tile(shape) => {
                let Sizes { m: rows, n: cols, k } = self.sizes;
                let run = shape.of(rows, cols);
                for (a, b, c) in matrices {
                    let tile = Tile {
                        k,
                        b: b.ptr,
                        b_step: b.row,
                        a: a.ptr,
                        a_step: a.col,
                        a_row: a.row,
                        c: c.ptr,
                        c_row: c.row,
                        rows,
                        cols,
                        add: false,
                    };
                    // SAFETY: the caller's promises for this matrix, which is no larger than a tile.
                    unsafe { run(&tile) };
                }
            }
            Way::Blocked(shape, plan) | Way::Mirrored(shape, plan) => {
                let (sizes, loads, pack_b) = (self.sizes, self.loads, self.loops.pack_b);
                for (a, b, c) in matrices {
                    // Of a stack, each may be the same matrix or not.
                    let lower = matches!(self.way, Way::Mirrored(..)) && a.ptr == b.ptr;
                    let job = Job { sizes, a, b, c, lower, size, shape, plan: *plan, loads, pack_b, scratch };
                    // SAFETY: the caller's promises for this matrix.
                    unsafe { job.run() };
                    if lower {
                        // SAFETY: the result is square, and what lies below the diagonal is there.
                        unsafe { mirror::mirror(c, self.sizes.m, size) };
                    }
                }
            }
        }
    }
}
