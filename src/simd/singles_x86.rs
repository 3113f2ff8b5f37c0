//! [`Singles`] with the vectors of x86-64.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Mul, Neg, Sub};

use super::lanes::Arithmetic;
use super::lanes_x86::one;
use super::singles::{Singles, scale_in_steps};

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct SixteenSingles(__m512);

#[derive(Clone, Copy)]
pub(crate) struct MaskSixteen(__mmask16);

/// Eight numbers.
#[derive(Clone, Copy)]
pub(crate) struct EightSingles(__m256);

#[derive(Clone, Copy)]
pub(crate) struct MaskEight(__m256);

/// Implements what is an instruction for each size of vectors.
macro_rules! arithmetic {
    ($($type:ident: $add:ident $sub:ident $mul:ident $splat:ident $fmadd:ident $fnmadd:ident;)*) => {
        $(
            impl Add for $type {
                type Output = $type;

                #[inline(always)]
                fn add(self, other: $type) -> $type {
                    $type(one!($add(self.0, other.0)))
                }
            }

            impl Sub for $type {
                type Output = $type;

                #[inline(always)]
                fn sub(self, other: $type) -> $type {
                    $type(one!($sub(self.0, other.0)))
                }
            }

            impl Mul for $type {
                type Output = $type;

                #[inline(always)]
                fn mul(self, other: $type) -> $type {
                    $type(one!($mul(self.0, other.0)))
                }
            }

            impl Neg for $type {
                type Output = $type;

                #[inline(always)]
                fn neg(self) -> $type {
                    self.xor_bits($type::splat(-0.0))
                }
            }

            impl Arithmetic for $type {
                type Number = f32;

                #[inline(always)]
                fn splat(x: f32) -> $type {
                    $type(one!($splat(x)))
                }

                #[inline(always)]
                fn mul_add(self, a: $type, b: $type) -> $type {
                    $type(one!($fmadd(self.0, a.0, b.0)))
                }

                #[inline(always)]
                fn neg_mul_add(self, a: $type, b: $type) -> $type {
                    $type(one!($fnmadd(self.0, a.0, b.0)))
                }
            }
        )*
    };
}

arithmetic! {
    SixteenSingles: _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_set1_ps _mm512_fmadd_ps _mm512_fnmadd_ps;
    EightSingles: _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_set1_ps _mm256_fmadd_ps _mm256_fnmadd_ps;
}

/// Those of [`Singles`] that are two instructions at most, alike for each size.
macro_rules! alike {
    ($from_integers:ident $to_integers:ident: $load:ident $store:ident $min:ident $max:ident $and:ident $or:ident $xor:ident
        $add:ident $sub:ident $convert:ident $back:ident) => {
        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            Self(one!($load(from)))
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            one!($store(to, self.0));
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Self(one!($min(self.0, other.0)))
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Self(one!($max(self.0, other.0)))
        }

        #[inline(always)]
        fn and_bits(self, other: Self) -> Self {
            Self(one!($and(self.0, other.0)))
        }

        #[inline(always)]
        fn or_bits(self, other: Self) -> Self {
            Self(one!($or(self.0, other.0)))
        }

        #[inline(always)]
        fn xor_bits(self, other: Self) -> Self {
            Self(one!($xor(self.0, other.0)))
        }

        #[inline(always)]
        fn add_bits(self, other: Self) -> Self {
            Self(one!($from_integers(one!($add(one!($to_integers(self.0)), one!($to_integers(other.0)))))))
        }

        #[inline(always)]
        fn sub_bits(self, other: Self) -> Self {
            Self(one!($from_integers(one!($sub(one!($to_integers(self.0)), one!($to_integers(other.0)))))))
        }

        #[inline(always)]
        fn integer_value(self) -> Self {
            Self(one!($convert(one!($to_integers(self.0)))))
        }

        #[inline(always)]
        fn to_integer(self) -> Self {
            Self(one!($from_integers(one!($back(self.0)))))
        }
    };
}

impl BitAnd for MaskSixteen {
    type Output = MaskSixteen;

    #[inline(always)]
    fn bitand(self, other: MaskSixteen) -> MaskSixteen {
        MaskSixteen(self.0 & other.0)
    }
}

impl BitOr for MaskSixteen {
    type Output = MaskSixteen;

    #[inline(always)]
    fn bitor(self, other: MaskSixteen) -> MaskSixteen {
        MaskSixteen(self.0 | other.0)
    }
}

impl Singles for SixteenSingles {
    type Mask = MaskSixteen;

    const COUNT: usize = 16;

    alike!(_mm512_castsi512_ps _mm512_castps_si512: _mm512_loadu_ps _mm512_storeu_ps _mm512_min_ps _mm512_max_ps
        _mm512_and_ps _mm512_or_ps _mm512_xor_ps _mm512_add_epi32 _mm512_sub_epi32 _mm512_cvtepi32_ps
        _mm512_cvtps_epi32);

    #[inline(always)]
    fn abs(self) -> SixteenSingles {
        SixteenSingles(one!(_mm512_abs_ps(self.0)))
    }

    #[inline(always)]
    fn lt(self, other: SixteenSingles) -> MaskSixteen {
        MaskSixteen(one!(_mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn le(self, other: SixteenSingles) -> MaskSixteen {
        MaskSixteen(one!(_mm512_cmp_ps_mask::<_CMP_LE_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn has_none(self, bits: u32) -> MaskSixteen {
        MaskSixteen(one!(_mm512_testn_epi32_mask(
            one!(_mm512_castps_si512(self.0)),
            one!(_mm512_set1_epi32(bits.cast_signed()))
        )))
    }

    #[inline(always)]
    fn is_positive_normal(self) -> MaskSixteen {
        // Every class but that: NaN, zeros, infinities, subnormal, negative.
        MaskSixteen(!one!(_mm512_fpclass_ps_mask::<0xff>(self.0)))
    }

    #[inline(always)]
    fn select(mask: MaskSixteen, then: SixteenSingles, other: SixteenSingles) -> SixteenSingles {
        SixteenSingles(one!(_mm512_mask_blend_ps(mask.0, other.0, then.0)))
    }

    #[inline(always)]
    fn all(mask: MaskSixteen) -> bool {
        mask.0 == 0xffff
    }

    #[inline(always)]
    fn mask_bits(mask: MaskSixteen) -> u32 {
        mask.0.into()
    }

    #[inline(always)]
    fn always() -> MaskSixteen {
        MaskSixteen(0xffff)
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> SixteenSingles {
        SixteenSingles(one!(_mm512_castsi512_ps(one!(_mm512_slli_epi32::<N>(one!(_mm512_castps_si512(self.0)))))))
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> SixteenSingles {
        SixteenSingles(one!(_mm512_castsi512_ps(one!(_mm512_srai_epi32::<N>(one!(_mm512_castps_si512(self.0)))))))
    }

    #[inline(always)]
    fn lookup(table: &[f32; 16], index: SixteenSingles) -> SixteenSingles {
        let table = one!(_mm512_loadu_ps(table.as_ptr()));
        SixteenSingles(one!(_mm512_permutexvar_ps(one!(_mm512_castps_si512(index.0)), table)))
    }

    #[inline(always)]
    fn scale(self, power: SixteenSingles) -> SixteenSingles {
        SixteenSingles(one!(_mm512_scalef_ps(self.0, power.0)))
    }
}

impl BitAnd for MaskEight {
    type Output = MaskEight;

    #[inline(always)]
    fn bitand(self, other: MaskEight) -> MaskEight {
        MaskEight(one!(_mm256_and_ps(self.0, other.0)))
    }
}

impl BitOr for MaskEight {
    type Output = MaskEight;

    #[inline(always)]
    fn bitor(self, other: MaskEight) -> MaskEight {
        MaskEight(one!(_mm256_or_ps(self.0, other.0)))
    }
}

impl Singles for EightSingles {
    type Mask = MaskEight;

    const COUNT: usize = 8;

    alike!(_mm256_castsi256_ps _mm256_castps_si256: _mm256_loadu_ps _mm256_storeu_ps _mm256_min_ps _mm256_max_ps
        _mm256_and_ps _mm256_or_ps _mm256_xor_ps _mm256_add_epi32 _mm256_sub_epi32 _mm256_cvtepi32_ps
        _mm256_cvtps_epi32);

    #[inline(always)]
    fn abs(self) -> EightSingles {
        EightSingles(one!(_mm256_andnot_ps(one!(_mm256_set1_ps(-0.0)), self.0)))
    }

    #[inline(always)]
    fn lt(self, other: EightSingles) -> MaskEight {
        MaskEight(one!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn le(self, other: EightSingles) -> MaskEight {
        MaskEight(one!(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn has_none(self, bits: u32) -> MaskEight {
        let found = one!(_mm256_castps_si256(self.and_bits(EightSingles::splat_bits(bits)).0));
        MaskEight(one!(_mm256_castsi256_ps(one!(_mm256_cmpeq_epi32(found, one!(_mm256_set1_epi32(0)))))))
    }

    #[inline(always)]
    fn is_positive_normal(self) -> MaskEight {
        EightSingles::splat(f32::MIN_POSITIVE).le(self) & self.lt(EightSingles::splat(f32::INFINITY))
    }

    #[inline(always)]
    fn select(mask: MaskEight, then: EightSingles, other: EightSingles) -> EightSingles {
        EightSingles(one!(_mm256_blendv_ps(other.0, then.0, mask.0)))
    }

    #[inline(always)]
    fn all(mask: MaskEight) -> bool {
        one!(_mm256_movemask_ps(mask.0)) == 0xff
    }

    #[inline(always)]
    fn mask_bits(mask: MaskEight) -> u32 {
        one!(_mm256_movemask_ps(mask.0)) as u32
    }

    #[inline(always)]
    fn always() -> MaskEight {
        MaskEight(one!(_mm256_castsi256_ps(one!(_mm256_set1_epi32(-1)))))
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> EightSingles {
        EightSingles(one!(_mm256_castsi256_ps(one!(_mm256_sll_epi32(
            one!(_mm256_castps_si256(self.0)),
            one!(_mm_cvtsi32_si128(N as i32))
        )))))
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> EightSingles {
        EightSingles(one!(_mm256_castsi256_ps(one!(_mm256_sra_epi32(
            one!(_mm256_castps_si256(self.0)),
            one!(_mm_cvtsi32_si128(N as i32))
        )))))
    }

    #[inline(always)]
    fn lookup(table: &[f32; 16], index: EightSingles) -> EightSingles {
        let low = one!(_mm256_loadu_ps(table.as_ptr()));
        let high = one!(_mm256_loadu_ps(table[8..].as_ptr()));
        let integers = one!(_mm256_castps_si256(index.0));
        let low = one!(_mm256_permutevar8x32_ps(low, integers));
        let high = one!(_mm256_permutevar8x32_ps(high, integers));
        // The fourth bit becomes the sign, which says which half.
        EightSingles(one!(_mm256_blendv_ps(low, high, index.shl_bits::<28>().0)))
    }

    #[inline(always)]
    fn scale(self, power: EightSingles) -> EightSingles {
        scale_in_steps(self, power)
    }
}
