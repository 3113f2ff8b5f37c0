//! Byte order: one wrapper variant for dtypes whose bytes are in the machine's other order.

use std::sync::Arc;

use super::Dtype;

/// The order of the bytes of a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The machine's own, `=`.
    Native,
    /// Least significant byte first, `<`.
    Little,
    /// Most significant byte first, `>`.
    Big,
    /// There is none: single bytes, text in bytes, records (whose fields have their own), `|`.
    Irrelevant,
}

impl ByteOrder {
    /// The order that is not the machine's.
    pub const SWAPPED: ByteOrder = if cfg!(target_endian = "little") { ByteOrder::Big } else { ByteOrder::Little };

    /// NumPy's character for it.
    pub fn char(self) -> char {
        match self {
            ByteOrder::Native => '=',
            ByteOrder::Little => '<',
            ByteOrder::Big => '>',
            ByteOrder::Irrelevant => '|',
        }
    }

    /// The order of this character.
    pub fn from_char(c: char) -> Option<ByteOrder> {
        match c {
            '=' => Some(ByteOrder::Native),
            '<' => Some(ByteOrder::Little),
            '>' => Some(ByteOrder::Big),
            '|' => Some(ByteOrder::Irrelevant),
            _ => None,
        }
    }

    /// The character of the machine's own order.
    pub(crate) fn native_char() -> char {
        if cfg!(target_endian = "little") { '<' } else { '>' }
    }
}

/// A dtype whose bytes are in the order that is not the machine's; what [`Dtype::Swapped`] holds.
///
/// Only dtypes that have a byte order can be in here, and never a swapped one again.
// A plain pointer, although scalars could do without the allocation: anything wider or with values to spare makes the
// compiler hide `Dtype`'s tag in it, and every match on a dtype slower.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SwappedDtype(Arc<Dtype>);

impl SwappedDtype {
    /// The same dtype in the machine's byte order.
    #[inline]
    pub fn native(&self) -> &Dtype {
        &self.0
    }
}

impl Dtype {
    /// Which byte order the values are in. Records and sub-arrays have none of their own.
    ///
    /// ```
    /// use ndtype::{ByteOrder, Dtype};
    /// assert_eq!(Dtype::Float64.byte_order(), ByteOrder::Native);
    /// assert_eq!(Dtype::UInt8.byte_order(), ByteOrder::Irrelevant);
    /// assert_eq!(Dtype::Float64.swapped().byte_order(), ByteOrder::SWAPPED);
    /// ```
    pub fn byte_order(&self) -> ByteOrder {
        match self {
            Dtype::Swapped(_) => ByteOrder::SWAPPED,
            _ if self.has_byte_order() => ByteOrder::Native,
            _ => ByteOrder::Irrelevant,
        }
    }

    /// Whether every value in an element is in the machine's byte order, fields and sub-arrays included.
    #[inline]
    pub fn is_native(&self) -> bool {
        self.contents().is_native
    }

    /// The same dtype in another byte order, fields and sub-arrays included. `Irrelevant` changes nothing.
    ///
    /// ```
    /// use ndtype::{ByteOrder, Dtype};
    /// let big = Dtype::Int32.newbyteorder(ByteOrder::Big);
    /// assert_eq!(big.str(), ">i4");
    /// assert_eq!(big.newbyteorder(ByteOrder::Native), Dtype::Int32);
    /// ```
    #[must_use]
    pub fn newbyteorder(&self, order: ByteOrder) -> Dtype {
        match order {
            ByteOrder::Irrelevant => self.clone(),
            _ => self.map_scalars(&|dtype| dtype.native_scalar().with_swapped_bytes(order == ByteOrder::SWAPPED)),
        }
    }

    /// The same dtype with every byte order turned into the other one (NumPy's `newbyteorder('S')`).
    #[must_use]
    pub fn swapped(&self) -> Dtype {
        self.map_scalars(&|dtype| dtype.native_scalar().with_swapped_bytes(!matches!(dtype, Dtype::Swapped(_))))
    }

    /// Applies `map` to the dtype itself, or to the innermost dtypes of a record or sub-array.
    fn map_scalars(&self, map: &impl Fn(&Dtype) -> Dtype) -> Dtype {
        match self {
            Dtype::Struct(record) => Dtype::Struct(record.map_orders(|dtype| dtype.map_scalars(map))),
            Dtype::SubArray(sub) => Dtype::SubArray(sub.with_base_order(sub.base().map_scalars(map))),
            _ => map(self),
        }
    }

    /// The dtype without its byte order; records and sub-arrays are left as they are.
    #[inline]
    pub(crate) fn native_scalar(&self) -> &Dtype {
        match self {
            Dtype::Swapped(swapped) => swapped.native(),
            _ => self,
        }
    }

    /// This (native) dtype, in the other byte order if `swapped` and if it has one.
    pub(crate) fn with_swapped_bytes(&self, swapped: bool) -> Dtype {
        let native = self.clone();
        if swapped && self.has_byte_order() { Dtype::Swapped(SwappedDtype(Arc::new(native))) } else { native }
    }

    /// Whether a (native) dtype's values have more than one byte whose order matters.
    fn has_byte_order(&self) -> bool {
        match self {
            Dtype::Unicode(_) | Dtype::Datetime64(_) | Dtype::Timedelta64(_) => true,
            _ => self.scalar_type().is_some_and(|t| t.size > 1),
        }
    }
}
