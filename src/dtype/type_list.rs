//! The list of scalar dtypes without parameters: one row each, and nothing else in the crate lists them all.
//!
//! A row gives the variant, NumPy's (or ml_dtypes') name, the kind, the bits that carry the value, the size and
//! alignment in memory, NumPy's one-character code, the array-protocol code (`str()` without its byte order) and
//! whether the type comes from ml_dtypes, whose casting and promotion NumPy treats as those of a foreign type.

use super::{Dtype, DtypeKind};

/// What the rest of the dtype system needs to know of a scalar dtype.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScalarType {
    pub(crate) name: &'static str,
    pub(crate) kind: DtypeKind,
    /// Bits that carry the value: 4 for `int4`, which is stored in a byte.
    pub(crate) bits: u8,
    pub(crate) size: u8,
    pub(crate) align: u8,
    pub(crate) char: char,
    pub(crate) code: &'static str,
    /// A type of ml_dtypes rather than of NumPy.
    pub(crate) ml: bool,
}

macro_rules! type_list {
    ($($variant:ident $name:literal $kind:ident $bits:literal $size:literal $align:literal $char:literal $code:literal $ml:literal;)*) => {
        /// A scalar dtype without parameters, as a small number: the index of its row, and of tables over all of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum ScalarId {
            $($variant),*
        }

        const ROWS: [ScalarType; ScalarId::COUNT] = [$(ScalarType {
            name: $name, kind: DtypeKind::$kind, bits: $bits, size: $size, align: $align, char: $char, code: $code, ml: $ml,
        }),*];
        static ROW_REFS: [ScalarType; ScalarId::COUNT] = ROWS;

        impl ScalarId {
            /// Every one of them, in the order of the list.
            pub(crate) const ALL: [ScalarId; ScalarId::COUNT] = [$(ScalarId::$variant),*];
            /// How many there are.
            pub(crate) const COUNT: usize = [$($name),*].len();

            /// The dtype of this row.
            #[inline]
            pub(crate) const fn dtype(self) -> Dtype {
                match self {
                    $(ScalarId::$variant => Dtype::$variant,)*
                }
            }

            /// The row, for tables that are made when compiling.
            pub(crate) const fn row(self) -> ScalarType {
                ROWS[self as usize]
            }
        }

        impl Dtype {
            /// The index of a scalar dtype without parameters; `None` for text, time, objects, records, swapped ones.
            #[inline]
            pub(crate) const fn scalar_id(&self) -> Option<ScalarId> {
                match self {
                    $(Dtype::$variant => Some(ScalarId::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

impl Dtype {
    /// The row of a scalar dtype without parameters.
    #[inline]
    pub(crate) fn scalar_type(&self) -> Option<&'static ScalarType> {
        self.scalar_id().map(|id| &ROW_REFS[id as usize])
    }

    /// Whether this is one of the formats that NumPy itself does not have, in either byte order.
    pub(crate) fn is_ml_format(&self) -> bool {
        self.native_scalar().scalar_type().is_some_and(|t| t.ml)
    }

    /// Whether an element holds such a format.
    pub(crate) fn holds_ml_format(&self) -> bool {
        match self {
            Dtype::SubArray(sub) => sub.base().holds_ml_format(),
            Dtype::Struct(record) => record.fields().iter().any(|f| f.dtype().holds_ml_format()),
            _ => self.is_ml_format(),
        }
    }
}

type_list! {
//  variant           name                  kind    bits size align char code  ml
    Bool              "bool"                Bool      8   1   1   '?'  "b1"  false;
    Int8              "int8"                Integer   8   1   1   'b'  "i1"  false;
    Int16             "int16"               Integer  16   2   2   'h'  "i2"  false;
    Int32             "int32"               Integer  32   4   4   'i'  "i4"  false;
    Int64             "int64"               Integer  64   8   8   'l'  "i8"  false;
    UInt8             "uint8"               Unsigned  8   1   1   'B'  "u1"  false;
    UInt16            "uint16"              Unsigned 16   2   2   'H'  "u2"  false;
    UInt32            "uint32"              Unsigned 32   4   4   'I'  "u4"  false;
    UInt64            "uint64"              Unsigned 64   8   8   'L'  "u8"  false;
    Float16           "float16"             Float    16   2   2   'e'  "f2"  false;
    Float32           "float32"             Float    32   4   4   'f'  "f4"  false;
    Float64           "float64"             Float    64   8   8   'd'  "f8"  false;
    Complex64         "complex64"           Complex  64   8   4   'F'  "c8"  false;
    Complex128        "complex128"          Complex 128  16   8   'D'  "c16" false;
    Complex32         "complex32"           Complex  32   4   2   'O'  "W4"  true;
    BFloat16          "bfloat16"            Float    16   2   2   'E'  "V2"  true;
    Float8E3M4        "float8_e3m4"         Float     8   1   1   '3'  "V1"  true;
    Float8E4M3        "float8_e4m3"         Float     8   1   1   '7'  "V1"  true;
    Float8E4M3B11Fnuz "float8_e4m3b11fnuz"  Float     8   1   1   'L'  "V1"  true;
    Float8E4M3Fn      "float8_e4m3fn"       Float     8   1   1   '4'  "V1"  true;
    Float8E4M3Fnuz    "float8_e4m3fnuz"     Float     8   1   1   'G'  "V1"  true;
    Float8E5M2        "float8_e5m2"         Float     8   1   1   '5'  "f1"  true;
    Float8E5M2Fnuz    "float8_e5m2fnuz"     Float     8   1   1   'C'  "V1"  true;
    Float8E8M0Fnu     "float8_e8m0fnu"      Float     8   1   1   'W'  "V1"  true;
    Float6E2M3Fn      "float6_e2m3fn"       Float     6   1   1   '8'  "V1"  true;
    Float6E3M2Fn      "float6_e3m2fn"       Float     6   1   1   '9'  "V1"  true;
    Float4E2M1Fn      "float4_e2m1fn"       Float     4   1   1   '0'  "V1"  true;
    Int4              "int4"                Integer   4   1   1   'a'  "V1"  true;
    UInt4             "uint4"               Unsigned  4   1   1   'A'  "V1"  true;
    Int2              "int2"                Integer   2   1   1   'c'  "V1"  true;
    UInt2             "uint2"               Unsigned  2   1   1   'C'  "V1"  true;
}
