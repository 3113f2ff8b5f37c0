//! NumPy's n-dimensional array for Rust: one array type whose element type is a run-time [`Dtype`].
//!
//! The dtype system is complete: every NumPy dtype and the ML formats of ml_dtypes, each spelling that NumPy reads, NumPy's
//! cast matrix and promotion, `finfo` and `iinfo`. [`Array`] can be made, viewed, indexed, assigned and cast, and computed
//! with: [ufuncs](ufunc), elementary functions among them, operators, reductions, products of matrices. See the status in the
//! README.
//!
//! ```
//! use ndtype::{self as np, Casting, Dtype, DtypeKind, TimeUnit};
//!
//! # fn main() -> np::Result<()> {
//! let dt: Dtype = "float32".parse()?; // every NumPy spelling: "f4", "<f4", "single", ...
//! match dt {
//!     Dtype::Float32 => println!("{dt}: {} bytes", dt.itemsize()),
//!     _ => unreachable!(),
//! }
//! assert_eq!("M8[25us]".parse::<Dtype>()?.kind(), DtypeKind::Datetime);
//!
//! assert!(np::can_cast("i4", "f8", Casting::Safe)?);
//! assert_eq!(np::promote_types("i8", "u8")?, Dtype::Float64);
//! assert_eq!(np::result_type([Dtype::Float32.into(), np::TypeArg::from(2.0)])?, Dtype::Float32); // bare numbers are weak
//!
//! let point = Dtype::structured([("x", "f8"), ("y", "f8"), ("when", "M8[ns]")])?;
//! assert_eq!(point.field("when")?.dtype(), &Dtype::Datetime64(TimeUnit::NS));
//! assert_eq!(point.to_string(), "[('x', '<f8'), ('y', '<f8'), ('when', '<M8[ns]')]");
//!
//! let a = np::arange(0, 6, 1)?.reshape([2, 3])?;
//! let backwards = a.get(np::idx![.., ..; -1])?; // a view: nothing is copied
//! assert_eq!(backwards.to_vec::<i64>()?, [2, 1, 0, 5, 4, 3]);
//! assert_eq!(a.astype("f4")?.get("1, 1:")?.as_slice::<f32>()?, [4.0, 5.0]);
//! assert_eq!((&a * 2 + &backwards).sum(0)?.to_vec::<i64>()?, [13, 15, 17]);
//! # Ok(())
//! # }
//! ```
//!
//! # Where things live
//!
//! A module imports only from modules above it in this table; `tests/layering.rs` enforces that.
//!
//! | module | what it owns |
//! |---|---|
//! | [`error`] | one opaque [`Error`]; each area defines its own typed causes |
//! | [`dtype`] | [`Dtype`] and all that can be known of elements without touching data |
//! | [`element`] | the bridge between Rust types and dtypes; one value of any dtype |
//! | [`layout`] | shapes, strides, broadcasting, reshaping, indexing, without data; public are only its errors |
//! | [`buffer`] | memory that arrays share, and who owns it |
//! | `simd` | which instructions the machine has, and kernels compiled for them |
//! | `threads` | splitting work among threads |
//! | `kernels` | inner loops over runs of elements: conversions, copies, operations on them |
//! | `iter` | walking several strided operands at once |
//! | [`cast`] | moving elements from one dtype to another |
//! | [`mod@array`] | [`Array`]: creating, viewing, indexing, converting |
//! | [`ufunc`] | [`Ufunc`]: a table of operations, and the engine that calls and folds them |
//! | [`mod@fmt`] | printing: NumPy's `str` and `repr` of arrays and scalars |
//! | [`io`] | files of arrays: npy, npz, tables of text, raw bytes, safetensors |
//! | [`math`] | what is built from ufuncs: statistics; products of matrices; sorting, searching, sets |
//! | `ops` | operators |
//!
//! # Features
//!
//! All are additive.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `ndarray` | yes | arrays to and from the ndarray crate, without copying, of any or a fixed number of axes |
//! | `chrono` | yes | dates and spans of the chrono crate to and from arrays and scalars; their dtypes |
//! | `serde` | | arrays, scalars and dtypes serialise: as plain values in human-readable formats, as bytes in binary ones; what is read is validated; objects are refused, and in binary formats records with text of any length |
//! | `approx` | | approximate comparison of arrays with the approx crate's traits and macros |
//! | `safetensors` | | safetensors files: named tensors are read, mapped and written, bfloat16 and float8 among them |
//! | `rayon` | | threads for what takes more than a millisecond to compute; the same bits for any number of them ([`set_threads`], [`with_threads`]) |

pub mod array;
pub mod buffer;
pub mod cast;
pub mod dtype;
pub mod element;
pub mod error;
pub mod fmt;
pub mod io;
mod iter;
mod kernels;
pub mod layout;
pub mod math;
mod ops;
mod simd;
mod threads;
pub mod ufunc;

pub use array::{
    Array, ArrayView, ArrayViewMut, Block, Bound, Cuts, Flags, GridRange, Index, Indexing, IntoIndex, IntoValue, Like,
    Linspace, Mode, Order, Piece, Plane, Requirements, Trim, Values, allclose, append, apply_along_axis,
    apply_over_axes, arange, arange_dtype, argwhere, array_equal, array_equal_nan, array_equiv, array_split,
    as_strided, asarray, ascontiguousarray, asfortranarray, astype, atleast_1d, atleast_2d, atleast_3d, block,
    broadcast_arrays, broadcast_shapes, broadcast_to, choose, column_stack, compress, concatenate, copy, copyto,
    count_nonzero, delete, diag, diag_indices, diagflat, diagonal, dsplit, dstack, empty, empty_like, expand_dims,
    extract, eye, fill_diagonal, flatnonzero, flip, fliplr, flipud, frombuffer, fromfunction, fromiter, fromstring,
    full, full_like, geomspace, hsplit, hstack, identity, imag, indices, insert, isclose, ix_, linspace, logspace,
    matrix_transpose, may_share_memory, meshgrid, meshgrid_sparse, mgrid, moveaxis, ndim, ndindex, nonzero, ogrid,
    ones, ones_like, piecewise, place, put, put_along_axis, putmask, ravel, ravel_multi_index, real, repeat, require,
    reshape, resize, roll, roll_axes, rollaxis, rot90, select, shape, size, sliding_window_view, split, squeeze, stack,
    swapaxes, take, take_along_axis, take_mode, tile, transpose, tri, tril, tril_indices, trim_zeros, triu,
    triu_indices, unravel_index, unstack, vander, vsplit, vstack, r#where, where_nonzero, zeros, zeros_like,
};
pub use buffer::{FileMap, FileMapMut};
pub use dtype::{
    ByteOrder, Casting, Dtype, DtypeClass, DtypeKind, FloatInfo, IntInfo, IntoDtype, IntoTypeArg, StructField,
    TimeBase, TimeUnit, TypeArg, can_cast, common_type, finfo, iinfo, isdtype, issubdtype, min_scalar_type,
    promote_types, result_type,
};
pub use element::{
    Datetime64, Element, Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float8E3M4, Float8E4M3, Float8E4M3B11Fnuz,
    Float8E4M3Fn, Float8E4M3Fnuz, Float8E5M2, Float8E5M2Fnuz, Float8E8M0Fnu, HasDtype, Int2, Int4, Object,
    ObjectArithmetic, ObjectOp, ObjectValue, RecordField, Scalar, ScalarKey, Text, Timedelta64, TrimZeros, UInt2,
    UInt4,
};
#[doc(hidden)]
pub use element::{RecordDepth, sealed::Sealed as RecordSealed};
pub use error::{Error, ErrorKind, Result};
pub use fmt::{
    FloatFormatOptions, FloatMode, FormatKind, PrintOptions, Sign, Summary, array_repr, array_str, array2string,
    format_float_positional, format_float_scientific,
};
pub use io::text::{
    ColumnKey, Delimiter, Encoding, GenFromText, LoadText, NameCase, SaveText, TextFileError, genfromtxt, loadtxt,
    savetxt,
};
pub use io::{
    NpyAppender, NpyChunks, NpyMapMut, NpzReader, NpzWriter, fromfile, fromfile_text, load, load_npz, read_npy, save,
    savez, savez_compressed, write_npy,
};
#[cfg(feature = "safetensors")]
pub use io::{SafeTensorsReader, load_safetensors, save_safetensors};
pub use threads::{set_threads, threads, with_threads};
pub use ufunc::{
    Limit, Operand, Reduce, Ufunc, UfuncError, abs, absolute, acos, acosh, add, arccos, arccosh, arcsin, arcsinh,
    arctan, arctan2, arctanh, around, asin, asinh, atan, atan2, atanh, bitwise_and, bitwise_count, bitwise_invert,
    bitwise_left_shift, bitwise_not, bitwise_or, bitwise_right_shift, bitwise_xor, cbrt, ceil, clip, conj, conjugate,
    copysign, cos, cosh, deg2rad, degrees, divide, divmod, equal, exp, exp2, expm1, fabs, fix, float_power, floor,
    floor_divide, fmax, fmin, fmod, frexp, gcd, greater, greater_equal, heaviside, hypot, invert, isfinite, isinf,
    isnan, isnat, lcm, ldexp, left_shift, less, less_equal, log, log1p, log2, log10, logaddexp, logaddexp2,
    logical_and, logical_not, logical_or, logical_xor, maximum, minimum, r#mod, modf, multiply, negative, nextafter,
    not_equal, positive, pow, power, rad2deg, radians, reciprocal, remainder, right_shift, rint, round, sign, signbit,
    sin, sinh, spacing, sqrt, square, subtract, tan, tanh, true_divide, trunc, vectorize,
};

pub use math::datetime;
pub use math::datetime::{
    BusDayCalendar, DatetimeAsString, Roll, TimeZone, Weekmask, busday_count, busday_offset, datetime_as_string,
    datetime_data, is_busday,
};
pub use math::recfunctions;
pub use math::{
    Bins, Diff, EinsumAxes, EinsumPath, Histogram, In, Kth, NanToNum, Product, Search, Side, Sort, SumAxes, Unique,
    UniqueResult, all, amax, amin, any, argmax, argmin, argpartition, argsort, average, bincount, count_nonzero_along,
    cumprod, cumsum, cumulative_prod, cumulative_sum, diff, digitize, dot, ediff1d, einsum, einsum_path, histogram,
    histogram_bin_edges, i0, inner, intersect1d, intersect1d_indices, isin, isin_with, lexsort, matmul, matvec, max,
    mean, median, min, nan_to_num, nanargmax, nanargmin, nancumprod, nancumsum, nanmax, nanmean, nanmedian, nanmin,
    nanprod, nanstd, nansum, nanvar, outer, partition, prod, ptp, searchsorted, searchsorted_with, setdiff1d, setxor1d,
    sinc, sort, sort_complex, std, strings, sum, tensordot, union1d, unique, unique_all, unique_counts, unique_inverse,
    unique_values, var, vdot, vecdot, vecmat,
};

/// The README's examples, so that they run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
