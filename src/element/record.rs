//! Rust structs as records: what the [`record!`](crate::record) macro is made of.
//!
//! 1. [`RecordField`]: what a field of such a struct may be: an element, an array of those, or plain memory that is
//!    declared to be of another dtype (`time: i64 as "M8[ns]"`).
//! 2. `clear_padding`: the bytes of a record that no field has. Rust leaves them uninitialised, arrays read all bytes; so they
//!    are zeroed wherever structs become elements.

use super::Element;
use super::HasDtype;
use crate::dtype::{Dtype, DtypeKind, StructBuilder};

/// What a field of a [`record!`](crate::record) may be.
///
/// # Safety
/// An implementation promises what [`Element`] does, but for the dtype, which may be a sub-array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a record",
    label = "no dtype describes `{Self}` in memory",
    note = "fields are numbers, booleans, `Text`, `Object`, other records, and arrays of those; see `ndtype::Element`"
)]
pub unsafe trait RecordField: HasDtype + 'static {
    /// Values own nothing.
    const PLAIN: bool;
    /// Any bytes make a value.
    const ANY_BITS: bool;
    /// Some bytes belong to no field.
    const PADDED: bool;
}

// SAFETY: the promises are the same.
unsafe impl<T: Element> RecordField for T {
    const PLAIN: bool = <T as Element>::PLAIN;
    const ANY_BITS: bool = <T as Element>::ANY_BITS;
    const PADDED: bool = <T as Element>::PADDED;
}

// SAFETY: the elements of an array follow each other as those of a sub-array do; the rest holds if it does for each.
unsafe impl<T: RecordField, const N: usize> RecordField for [T; N] {
    const PLAIN: bool = T::PLAIN;
    const ANY_BITS: bool = T::ANY_BITS;
    const PADDED: bool = T::PADDED;
}

/// The field of a record that is being declared. Called by [`record!`](crate::record) alone.
///
/// # Panics
/// If the declared dtype is none, or not one for this memory.
#[doc(hidden)]
pub fn declare<T: RecordField>(
    builder: StructBuilder,
    name: &str,
    offset: usize,
    dtype: Option<&str>,
) -> StructBuilder {
    let memory = T::dtype();
    let dtype = match dtype {
        None => memory,
        Some(text) => match text.parse::<Dtype>() {
            Ok(dtype) if stands_for(&memory, &dtype) => dtype,
            Ok(dtype) => panic!("the field '{name}' of a record is {memory} in memory, which cannot be {dtype}"),
            Err(error) => panic!("the field '{name}' of a record: {error}"),
        },
    };
    debug_assert_eq!(dtype.itemsize(), size_of::<T>());
    builder.field(name, dtype).offset(offset)
}

/// Whether this memory can hold elements of a dtype: times are integers, text is bytes or code points.
fn stands_for(memory: &Dtype, dtype: &Dtype) -> bool {
    let base = match dtype.kind() {
        DtypeKind::Datetime | DtypeKind::Timedelta => Dtype::Int64,
        _ => match dtype {
            Dtype::Bytes(_) | Dtype::Void(_) => Dtype::UInt8,
            Dtype::Unicode(_) => Dtype::UInt32,
            _ => return memory == dtype,
        },
    };
    dtype.is_native() && *memory.base() == base && memory.itemsize() == dtype.itemsize()
}

/// The bytes of an element that no field has: where they start and end.
fn padding(dtype: &Dtype) -> Vec<(usize, usize)> {
    fn visit(dtype: &Dtype, start: usize, found: &mut Vec<(usize, usize)>) {
        match dtype {
            Dtype::Struct(record) => {
                // Those of a Rust struct do not overlap.
                let mut fields: Vec<_> = record.fields().iter().collect();
                fields.sort_by_key(|field| (field.offset(), field.dtype().itemsize()));
                let mut end = start;
                for field in fields {
                    if start + field.offset() > end {
                        found.push((end, start + field.offset()));
                    }
                    visit(field.dtype(), start + field.offset(), found);
                    end = start + field.offset() + field.dtype().itemsize();
                }
                if end < start + record.itemsize() {
                    found.push((end, start + record.itemsize()));
                }
            }
            Dtype::SubArray(sub) if !sub.base().fields().is_empty() => {
                let count: usize = sub.shape().iter().product();
                (0..count).for_each(|i| visit(sub.base(), start + i * sub.base().itemsize(), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    visit(dtype, 0, &mut found);
    found
}

/// Zeroes the padding of `count` values of `T` that follow each other.
///
/// # Safety
/// - `ptr` is valid for writes of `count` values of `T`, aligned or not.
pub(crate) unsafe fn clear_padding<T: Element>(ptr: *mut u8, count: usize) {
    if !T::PADDED {
        return;
    }
    let padding = padding(&T::dtype());
    for i in 0..count {
        for &(start, end) in &padding {
            // SAFETY: bytes of value `i`.
            let at = unsafe { ptr.add(i * size_of::<T>() + start) };
            // SAFETY: likewise, up to the end of the padding.
            unsafe { at.write_bytes(0, end - start) };
        }
    }
}

/// Declares a struct whose values are elements of arrays: records, with a field for each of its own.
///
/// A vector of them moves into an array without a copy, and [`Array::as_slice`](crate::Array::as_slice) lends them again. The
/// struct is laid out as C would (`repr(C)`), and the dtype says where each field is. [`Dtype::of`](crate::Dtype::of) gives that
/// dtype; an array of any other is refused, with both named, and [`astype`](crate::Array::astype) makes one of the other.
///
/// Fields are what [`Element`](crate::Element) is implemented for, arrays of those (sub-arrays), and other records. `as` says that memory holds
/// something else: `i64 as "M8[ns]"` a point in time or a span, `[u8; 4] as "S4"` bytes of text, `[u32; 4] as "U4"` text,
/// `[u8; 4] as "V4"` opaque bytes. The struct has to be `Clone`, `Send` and `Sync`, may have no `Drop` and no parameters.
///
/// ```
/// use ndtype::{Array, Dtype, record};
///
/// record! {
///     /// One trade.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub struct Trade {
///         pub time: i64 as "M8[ns]",
///         pub price: f64,
///         pub quantity: i32,
///     }
/// }
///
/// let trades = vec![
///     Trade { time: 1_700_000_000_000_000_000, price: 10.5, quantity: 3 },
///     Trade { time: 1_700_000_001_000_000_000, price: 10.25, quantity: 1 },
/// ];
/// let address = trades.as_ptr();
/// let a = Array::from_vec(trades)?;
/// assert_eq!(a.as_ptr(), address.cast()); // no copy
/// assert_eq!(a.field("price")?.to_vec::<f64>()?, [10.5, 10.25]);
/// assert_eq!(a.field("time")?.dtype().name(), "datetime64[ns]");
/// assert_eq!(a.as_slice::<Trade>()?[1].quantity, 1);
///
/// let packed = a.astype("M8[ns], f8, i4")?;
/// assert!(packed.as_slice::<Trade>().unwrap_err().is_dtype());
/// assert_eq!(packed.astype(Dtype::of::<Trade>())?.to_vec::<Trade>()?, a.to_vec::<Trade>()?);
/// # Ok::<(), ndtype::Error>(())
/// ```
///
/// ```compile_fail
/// ndtype::record! {
///     #[derive(Clone)]
///     struct Wrong {
///         names: Vec<String>, // no dtype describes it
///     }
/// }
/// ```
///
/// # Padding
/// Where C leaves a gap (4 bytes behind `quantity` above), arrays have zeros there: moving a vector in writes them. A slice that is
/// only borrowed, or shared, cannot be written and is copied; and [`Array::as_slice_mut`](crate::Array::as_slice_mut) refuses
/// such structs, as writing a whole one would leave garbage in the gap:
/// [`Array::update_slice`](crate::Array::update_slice) clears it afterwards. A field for the gap avoids all that.
///
/// # Panics
/// The first use of the dtype panics if what stands behind `as` is no dtype, or not one for that memory.
#[macro_export]
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident : $type:ty $(as $dtype:literal)?),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[repr(C)]
        $visibility struct $name {
            $($(#[$field_attribute])* $field_visibility $field: $type,)+
        }

        impl $crate::RecordSealed for $name {
            const DEPTH: usize = $crate::RecordDepth::deepest(&[$(<$type as $crate::RecordSealed>::DEPTH),+]);
        }

        impl $crate::HasDtype for $name {
            fn dtype() -> $crate::Dtype {
                static DTYPE: ::std::sync::OnceLock<$crate::Dtype> = ::std::sync::OnceLock::new();
                let build = || {
                    // Not if the struct is packed.
                    let aligned = true $(&& ::core::mem::align_of::<$name>() >= ::core::mem::align_of::<$type>())+;
                    let builder = $crate::Dtype::builder().aligned(aligned).itemsize(::core::mem::size_of::<$name>());
                    $(let builder = $crate::declare_record_field::<$type>(
                        builder,
                        ::core::stringify!($field),
                        ::core::mem::offset_of!($name, $field),
                        $crate::record!(@dtype $($dtype)?),
                    );)+
                    builder.build().expect("fields of a Rust struct")
                };
                DTYPE.get_or_init(build).clone()
            }
        }

        // SAFETY: the dtype has each field where it is in the struct, which is laid out as C would, and fields promise the rest
        // of themselves; gaps are `PADDED`. A struct with `Drop` could not be taken apart as below.
        unsafe impl $crate::Element for $name {
            const PLAIN: bool = true $(&& <$type as $crate::RecordField>::PLAIN)+;
            const ANY_BITS: bool = true $(&& <$type as $crate::RecordField>::ANY_BITS)+;
            const PADDED: bool = {
                ::core::assert!(::core::mem::size_of::<$name>() > 0, "a record has to have bytes");
                let fields = 0 $(+ ::core::mem::size_of::<$type>())+;
                fields != ::core::mem::size_of::<$name>() $(|| <$type as $crate::RecordField>::PADDED)+
            };
        }

        const _: fn($name) = |record| {
            let $name { $($field: _,)+ } = record;
        };
        const _: bool = <$name as $crate::Element>::PADDED;
    };
    (@dtype) => { ::core::option::Option::None };
    (@dtype $dtype:literal) => { ::core::option::Option::Some($dtype) };
}

/// How deep records nest. Used by [`record!`](crate::record) alone.
#[doc(hidden)]
pub struct RecordDepth;

impl RecordDepth {
    /// The depth of a record with fields of these.
    pub const fn deepest(depths: &[usize]) -> usize {
        let (mut deepest, mut i) = (0, 0);
        while i < depths.len() {
            if depths[i] > deepest {
                deepest = depths[i];
            }
            i += 1;
        }
        deepest + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found() {
        let gaps = |fields: [(&str, &str); 3]| padding(&Dtype::structured_aligned(fields).unwrap());
        assert_eq!(gaps([("a", "i1"), ("b", "f8"), ("c", "i2")]), [(1, 8), (18, 24)]);
        assert_eq!(gaps([("a", "i4"), ("b", "i4"), ("c", "f8")]), []);
        let inner = Dtype::structured_aligned([("x", "i2"), ("y", "i1")]).unwrap();
        let outer =
            Dtype::structured_aligned([("p", Dtype::subarray(inner, [2]).unwrap()), ("q", Dtype::Int16)]).unwrap();
        assert_eq!(padding(&outer), [(3, 4), (7, 8)]);
    }
}
