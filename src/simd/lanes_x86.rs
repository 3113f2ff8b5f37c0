//! [`Lanes`] with the vectors of x86-64.

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Sub};

use super::lanes::{Arithmetic, Lanes, scale_in_steps};

/// Calls an intrinsic. Values of these types are made in kernels only that [`dispatch_lanes`](super::dispatch_lanes) runs,
/// which it does where the machine has the instructions.
macro_rules! one {
    ($name:ident $(::<$parameter:tt>)? ($a:expr)) => {{
        let a = $a;
        // SAFETY: the machine has the instruction, see above; a pointer is one that the caller vouches for, or of a table.
        unsafe { $name$(::<$parameter>)?(a) }
    }};
    ($name:ident $(::<$parameter:tt>)? ($a:expr, $b:expr)) => {{
        let (a, b) = ($a, $b);
        // SAFETY: likewise; an index into a table is below its length.
        unsafe { $name$(::<$parameter>)?(a, b) }
    }};
    ($name:ident $(::<$parameter:tt>)? ($a:expr, $b:expr, $c:expr)) => {{
        let (a, b, c) = ($a, $b, $c);
        // SAFETY: likewise.
        unsafe { $name$(::<$parameter>)?(a, b, c) }
    }};
}

pub(super) use one;

/// Eight numbers.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m512d);

#[derive(Clone, Copy)]
pub(crate) struct MaskEight(__mmask8);

impl Add for Eight {
    type Output = Eight;

    #[inline(always)]
    fn add(self, other: Eight) -> Eight {
        Eight(one!(_mm512_add_pd(self.0, other.0)))
    }
}

impl Sub for Eight {
    type Output = Eight;

    #[inline(always)]
    fn sub(self, other: Eight) -> Eight {
        Eight(one!(_mm512_sub_pd(self.0, other.0)))
    }
}

impl Mul for Eight {
    type Output = Eight;

    #[inline(always)]
    fn mul(self, other: Eight) -> Eight {
        Eight(one!(_mm512_mul_pd(self.0, other.0)))
    }
}

impl Div for Eight {
    type Output = Eight;

    #[inline(always)]
    fn div(self, other: Eight) -> Eight {
        Eight(one!(_mm512_div_pd(self.0, other.0)))
    }
}

impl Neg for Eight {
    type Output = Eight;

    #[inline(always)]
    fn neg(self) -> Eight {
        self.xor_bits(Eight::splat(-0.0))
    }
}

impl BitAnd for MaskEight {
    type Output = MaskEight;

    #[inline(always)]
    fn bitand(self, other: MaskEight) -> MaskEight {
        MaskEight(self.0 & other.0)
    }
}

impl BitOr for MaskEight {
    type Output = MaskEight;

    #[inline(always)]
    fn bitor(self, other: MaskEight) -> MaskEight {
        MaskEight(self.0 | other.0)
    }
}

/// Four numbers.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m256d);

#[derive(Clone, Copy)]
pub(crate) struct MaskFour(__m256d);

impl Add for Four {
    type Output = Four;

    #[inline(always)]
    fn add(self, other: Four) -> Four {
        Four(one!(_mm256_add_pd(self.0, other.0)))
    }
}

impl Sub for Four {
    type Output = Four;

    #[inline(always)]
    fn sub(self, other: Four) -> Four {
        Four(one!(_mm256_sub_pd(self.0, other.0)))
    }
}

impl Mul for Four {
    type Output = Four;

    #[inline(always)]
    fn mul(self, other: Four) -> Four {
        Four(one!(_mm256_mul_pd(self.0, other.0)))
    }
}

impl Div for Four {
    type Output = Four;

    #[inline(always)]
    fn div(self, other: Four) -> Four {
        Four(one!(_mm256_div_pd(self.0, other.0)))
    }
}

impl Neg for Four {
    type Output = Four;

    #[inline(always)]
    fn neg(self) -> Four {
        self.xor_bits(Four::splat(-0.0))
    }
}

impl BitAnd for MaskFour {
    type Output = MaskFour;

    #[inline(always)]
    fn bitand(self, other: MaskFour) -> MaskFour {
        MaskFour(one!(_mm256_and_pd(self.0, other.0)))
    }
}

impl BitOr for MaskFour {
    type Output = MaskFour;

    #[inline(always)]
    fn bitor(self, other: MaskFour) -> MaskFour {
        MaskFour(one!(_mm256_or_pd(self.0, other.0)))
    }
}

impl Arithmetic for Eight {
    type Number = f64;

    #[inline(always)]
    fn splat(x: f64) -> Eight {
        Eight(one!(_mm512_set1_pd(x)))
    }

    #[inline(always)]
    fn mul_add(self, a: Eight, b: Eight) -> Eight {
        Eight(one!(_mm512_fmadd_pd(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn neg_mul_add(self, a: Eight, b: Eight) -> Eight {
        Eight(one!(_mm512_fnmadd_pd(self.0, a.0, b.0)))
    }
}

impl Lanes for Eight {
    type Mask = MaskEight;

    const COUNT: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const f64) -> Eight {
        Eight(one!(_mm512_loadu_pd(from)))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        one!(_mm512_storeu_pd(to, self.0));
    }

    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> Eight {
        Eight(one!(_mm512_cvtps_pd(one!(_mm256_loadu_ps(from)))))
    }

    #[inline(always)]
    unsafe fn store_f32(self, to: *mut f32) {
        one!(_mm256_storeu_ps(to, one!(_mm512_cvtpd_ps(self.0))));
    }

    #[inline(always)]
    fn sqrt(self) -> Eight {
        Eight(one!(_mm512_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn abs(self) -> Eight {
        Eight(one!(_mm512_abs_pd(self.0)))
    }

    #[inline(always)]
    fn round(self) -> Eight {
        Eight(one!(_mm512_roundscale_pd::<0>(self.0)))
    }

    #[inline(always)]
    fn floor(self) -> Eight {
        Eight(one!(_mm512_roundscale_pd::<1>(self.0)))
    }

    #[inline(always)]
    fn min(self, other: Eight) -> Eight {
        Eight(one!(_mm512_min_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Eight) -> Eight {
        Eight(one!(_mm512_max_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn lt(self, other: Eight) -> MaskEight {
        MaskEight(one!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn le(self, other: Eight) -> MaskEight {
        MaskEight(one!(_mm512_cmp_pd_mask::<_CMP_LE_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn same(self, other: Eight) -> MaskEight {
        MaskEight(one!(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn select(mask: MaskEight, then: Eight, other: Eight) -> Eight {
        Eight(one!(_mm512_mask_blend_pd(mask.0, other.0, then.0)))
    }

    #[inline(always)]
    fn all(mask: MaskEight) -> bool {
        mask.0 == 0xff
    }

    #[inline(always)]
    fn mask_bits(mask: MaskEight) -> u32 {
        mask.0.into()
    }

    #[inline(always)]
    fn always() -> MaskEight {
        MaskEight(0xff)
    }

    #[inline(always)]
    fn and_bits(self, other: Eight) -> Eight {
        Eight(one!(_mm512_and_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn or_bits(self, other: Eight) -> Eight {
        Eight(one!(_mm512_or_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn xor_bits(self, other: Eight) -> Eight {
        Eight(one!(_mm512_xor_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn add_bits(self, other: Eight) -> Eight {
        Eight(one!(_mm512_castsi512_pd(one!(_mm512_add_epi64(
            one!(_mm512_castpd_si512(self.0)),
            one!(_mm512_castpd_si512(other.0))
        )))))
    }

    #[inline(always)]
    fn sub_bits(self, other: Eight) -> Eight {
        Eight(one!(_mm512_castsi512_pd(one!(_mm512_sub_epi64(
            one!(_mm512_castpd_si512(self.0)),
            one!(_mm512_castpd_si512(other.0))
        )))))
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> Eight {
        Eight(one!(_mm512_castsi512_pd(one!(_mm512_slli_epi64::<N>(one!(_mm512_castpd_si512(self.0)))))))
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> Eight {
        Eight(one!(_mm512_castsi512_pd(one!(_mm512_srli_epi64::<N>(one!(_mm512_castpd_si512(self.0)))))))
    }

    #[inline(always)]
    fn lookup(table: &[f64; 16], index: Eight) -> Eight {
        let low = one!(_mm512_loadu_pd(table.as_ptr()));
        let high = one!(_mm512_loadu_pd(table[8..].as_ptr()));
        Eight(one!(_mm512_permutex2var_pd(low, one!(_mm512_castpd_si512(index.0)), high)))
    }

    #[inline(always)]
    fn scale(self, power: Eight) -> Eight {
        Eight(one!(_mm512_scalef_pd(self.0, power.0)))
    }
}

impl Arithmetic for Four {
    type Number = f64;

    #[inline(always)]
    fn splat(x: f64) -> Four {
        Four(one!(_mm256_set1_pd(x)))
    }

    #[inline(always)]
    fn mul_add(self, a: Four, b: Four) -> Four {
        Four(one!(_mm256_fmadd_pd(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn neg_mul_add(self, a: Four, b: Four) -> Four {
        Four(one!(_mm256_fnmadd_pd(self.0, a.0, b.0)))
    }
}

impl Lanes for Four {
    type Mask = MaskFour;

    const COUNT: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f64) -> Four {
        Four(one!(_mm256_loadu_pd(from)))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        one!(_mm256_storeu_pd(to, self.0));
    }

    #[inline(always)]
    unsafe fn load_f32(from: *const f32) -> Four {
        Four(one!(_mm256_cvtps_pd(one!(_mm_loadu_ps(from)))))
    }

    #[inline(always)]
    unsafe fn store_f32(self, to: *mut f32) {
        one!(_mm_storeu_ps(to, one!(_mm256_cvtpd_ps(self.0))));
    }

    #[inline(always)]
    fn sqrt(self) -> Four {
        Four(one!(_mm256_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn abs(self) -> Four {
        Four(one!(_mm256_andnot_pd(one!(_mm256_set1_pd(-0.0)), self.0)))
    }

    #[inline(always)]
    fn round(self) -> Four {
        Four(one!(_mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(self.0)))
    }

    #[inline(always)]
    fn floor(self) -> Four {
        Four(one!(_mm256_floor_pd(self.0)))
    }

    #[inline(always)]
    fn min(self, other: Four) -> Four {
        Four(one!(_mm256_min_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Four) -> Four {
        Four(one!(_mm256_max_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn lt(self, other: Four) -> MaskFour {
        MaskFour(one!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn le(self, other: Four) -> MaskFour {
        MaskFour(one!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn same(self, other: Four) -> MaskFour {
        MaskFour(one!(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn select(mask: MaskFour, then: Four, other: Four) -> Four {
        Four(one!(_mm256_blendv_pd(other.0, then.0, mask.0)))
    }

    #[inline(always)]
    fn all(mask: MaskFour) -> bool {
        one!(_mm256_movemask_pd(mask.0)) == 0xf
    }

    #[inline(always)]
    fn mask_bits(mask: MaskFour) -> u32 {
        one!(_mm256_movemask_pd(mask.0)) as u32
    }

    #[inline(always)]
    fn always() -> MaskFour {
        MaskFour(one!(_mm256_castsi256_pd(one!(_mm256_set1_epi64x(-1)))))
    }

    #[inline(always)]
    fn and_bits(self, other: Four) -> Four {
        Four(one!(_mm256_and_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn or_bits(self, other: Four) -> Four {
        Four(one!(_mm256_or_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn xor_bits(self, other: Four) -> Four {
        Four(one!(_mm256_xor_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn add_bits(self, other: Four) -> Four {
        Four(one!(_mm256_castsi256_pd(one!(_mm256_add_epi64(
            one!(_mm256_castpd_si256(self.0)),
            one!(_mm256_castpd_si256(other.0))
        )))))
    }

    #[inline(always)]
    fn sub_bits(self, other: Four) -> Four {
        Four(one!(_mm256_castsi256_pd(one!(_mm256_sub_epi64(
            one!(_mm256_castpd_si256(self.0)),
            one!(_mm256_castpd_si256(other.0))
        )))))
    }

    #[inline(always)]
    fn shl_bits<const N: u32>(self) -> Four {
        Four(one!(_mm256_castsi256_pd(one!(_mm256_sll_epi64(
            one!(_mm256_castpd_si256(self.0)),
            one!(_mm_cvtsi32_si128(N as i32))
        )))))
    }

    #[inline(always)]
    fn shr_bits<const N: u32>(self) -> Four {
        Four(one!(_mm256_castsi256_pd(one!(_mm256_srl_epi64(
            one!(_mm256_castpd_si256(self.0)),
            one!(_mm_cvtsi32_si128(N as i32))
        )))))
    }

    #[inline(always)]
    fn lookup(table: &[f64; 16], index: Four) -> Four {
        let index = one!(_mm256_and_si256(one!(_mm256_castpd_si256(index.0)), one!(_mm256_set1_epi64x(15))));
        Four(one!(_mm256_i64gather_pd::<8>(table.as_ptr(), index)))
    }

    #[inline(always)]
    fn scale(self, power: Four) -> Four {
        scale_in_steps(self, power)
    }
}
