//! Vectors of numbers, one type for each kind of number and instruction set.
//!
//! Nothing here decides anything: a method is an instruction, or as few as there are. All are inlined into functions that are
//! compiled for the instruction set.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Several numbers, computed with at once.
///
/// # Safety
///
/// Of every method:
/// - The machine has the instruction set of the type.
/// - Pointers are valid for as many numbers as the method reads or writes; they need not be aligned.
pub(super) trait Vector: Copy {
    /// The numbers.
    type Item: Copy;
    /// Says which of the last few lanes there are.
    type Mask: Copy;
    /// How many there are.
    const LANES: usize;

    /// All zero.
    unsafe fn zero() -> Self;
    /// The mask of the first `n` lanes, at most all of them.
    unsafe fn mask(n: usize) -> Self::Mask;
    /// All lanes.
    unsafe fn load(from: *const Self::Item) -> Self;
    /// The lanes of the mask; zeros beyond.
    unsafe fn load_part(from: *const Self::Item, mask: Self::Mask) -> Self;
    /// One number in all lanes.
    unsafe fn splat(from: *const Self::Item) -> Self;
    /// `self * b + c`, rounded once.
    unsafe fn mul_add(self, b: Self, c: Self) -> Self;
    /// `c - self * b`, rounded once.
    unsafe fn neg_mul_add(self, b: Self, c: Self) -> Self;
    /// `self + b`.
    unsafe fn add(self, b: Self) -> Self;
    /// Writes all lanes.
    unsafe fn store(self, to: *mut Self::Item);
    /// Writes the lanes of the mask.
    unsafe fn store_part(self, to: *mut Self::Item, mask: Self::Mask);
}

/// A number that products are computed in, and its vectors.
pub(super) trait Factor: Copy + 'static {
    /// With the instructions of every machine.
    type Base: Vector<Item = Self>;
    /// With AVX2.
    #[cfg(target_arch = "x86_64")]
    type V3: Vector<Item = Self>;
    /// With AVX-512.
    #[cfg(target_arch = "x86_64")]
    type V4: Vector<Item = Self>;
    /// Zero.
    const ZERO: Self;

    /// `self * b + c`, rounded once; integers wrap around.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `self + b`.
    fn plus(self, b: Self) -> Self;
    /// `-self`.
    fn negative(self) -> Self;
}

macro_rules! factors {
    ($($type:ty, $v3:ident, $v4:ident, |$a:ident, $b:ident, $c:ident| $fma:expr, $plus:expr, $negative:expr;)*) => {
        $(impl Factor for $type {
            type Base = Lanes<$type>;
            #[cfg(target_arch = "x86_64")]
            type V3 = $v3;
            #[cfg(target_arch = "x86_64")]
            type V4 = $v4;
            const ZERO: Self = 0 as $type;

            #[inline(always)]
            fn mul_add(self, $b: Self, $c: Self) -> Self {
                let $a = self;
                $fma
            }

            #[inline(always)]
            fn plus(self, $b: Self) -> Self {
                let $a = self;
                $plus
            }

            #[inline(always)]
            fn negative(self) -> Self {
                let $a = self;
                $negative
            }
        })*
    };
}

factors! {
    f64, F64x4, F64x8, |a, b, c| f64::mul_add(a, b, c), a + b, -a;
    f32, F32x8, F32x16, |a, b, c| f32::mul_add(a, b, c), a + b, -a;
    i64, I64x4, I64x8, |a, b, c| a.wrapping_mul(b).wrapping_add(c), a.wrapping_add(b), a.wrapping_neg();
    i32, I32x8, I32x16, |a, b, c| a.wrapping_mul(b).wrapping_add(c), a.wrapping_add(b), a.wrapping_neg();
    i16, I16x16, I16x32, |a, b, c| a.wrapping_mul(b).wrapping_add(c), a.wrapping_add(b), a.wrapping_neg();
}

/// How many lanes a vector has that names no instruction: what the compiler makes of it is its own affair.
const PLAIN: usize = 4;

/// A vector without instructions of its own.
#[derive(Clone, Copy)]
pub(super) struct Lanes<T>([T; PLAIN]);

impl<T: Factor> Vector for Lanes<T> {
    type Item = T;
    type Mask = usize;
    const LANES: usize = PLAIN;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Lanes([T::ZERO; PLAIN])
    }

    #[inline(always)]
    unsafe fn mask(n: usize) -> usize {
        n
    }

    #[inline(always)]
    unsafe fn load(from: *const T) -> Self {
        // SAFETY: the caller's promise of as many numbers.
        Lanes(unsafe { from.cast::<[T; PLAIN]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn load_part(from: *const T, mask: usize) -> Self {
        let mut lanes = [T::ZERO; PLAIN];
        for (i, lane) in lanes.iter_mut().enumerate().take(mask) {
            // SAFETY: the caller's promise of these numbers.
            *lane = unsafe { from.wrapping_add(i).read_unaligned() };
        }
        Lanes(lanes)
    }

    #[inline(always)]
    unsafe fn splat(from: *const T) -> Self {
        // SAFETY: the caller's promise of a number.
        Lanes([unsafe { from.read_unaligned() }; PLAIN])
    }

    #[inline(always)]
    unsafe fn mul_add(self, b: Self, c: Self) -> Self {
        Lanes(std::array::from_fn(|i| self.0[i].mul_add(b.0[i], c.0[i])))
    }

    #[inline(always)]
    unsafe fn neg_mul_add(self, b: Self, c: Self) -> Self {
        Lanes(std::array::from_fn(|i| self.0[i].negative().mul_add(b.0[i], c.0[i])))
    }

    #[inline(always)]
    unsafe fn add(self, b: Self) -> Self {
        Lanes(std::array::from_fn(|i| self.0[i].plus(b.0[i])))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut T) {
        // SAFETY: the caller's promise of room for as many numbers.
        unsafe { to.cast::<[T; PLAIN]>().write_unaligned(self.0) };
    }

    #[inline(always)]
    unsafe fn store_part(self, to: *mut T, mask: usize) {
        for (i, lane) in self.0.iter().enumerate().take(mask) {
            // SAFETY: the caller's promise of room for these numbers.
            unsafe { to.wrapping_add(i).write_unaligned(*lane) };
        }
    }
}

/// A type of vector: how its methods are done, each by one expression.
#[cfg(target_arch = "x86_64")]
macro_rules! vector {
    (
        $name:ident($register:ty): $lanes:literal of $item:ty, mask $mask:ty,
        zero $zero:expr, mask_of |$n:ident| $mask_of:expr,
        load |$p:ident| $load:expr, part |$from:ident, $m:ident| $part:expr, splat |$x:ident| $splat:expr,
        fma |$a:ident, $b:ident, $c:ident| $fma:expr, fnma $fnma:expr, add $add:expr,
        store |$v:ident, $to:ident| $store:expr, store_part |$k:ident| $store_part:expr $(,)?
    ) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        #[allow(clippy::undocumented_unsafe_blocks, reason = "the promises of the trait's methods are the instructions' own")]
        #[allow(clippy::multiple_unsafe_ops_per_block, reason = "as few instructions as make the method")]
        #[rustfmt::skip]
        impl Vector for $name {
            type Item = $item;
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)] unsafe fn zero() -> Self { Self(unsafe { $zero }) }
            #[inline(always)] unsafe fn mask($n: usize) -> $mask { $mask_of }
            #[inline(always)] unsafe fn load($p: *const $item) -> Self { Self(unsafe { $load }) }
            #[inline(always)] unsafe fn load_part($from: *const $item, $m: $mask) -> Self { Self(unsafe { $part }) }
            #[inline(always)] unsafe fn splat(from: *const $item) -> Self {
                let $x = unsafe { from.read_unaligned() };
                Self(unsafe { $splat })
            }
            #[inline(always)] unsafe fn mul_add(self, b: Self, c: Self) -> Self {
                let ($a, $b, $c) = (self.0, b.0, c.0);
                Self(unsafe { $fma })
            }
            #[inline(always)] unsafe fn neg_mul_add(self, b: Self, c: Self) -> Self {
                let ($a, $b, $c) = (self.0, b.0, c.0);
                Self(unsafe { $fnma })
            }
            #[inline(always)] unsafe fn add(self, b: Self) -> Self {
                let ($a, $b) = (self.0, b.0);
                Self(unsafe { $add })
            }
            #[inline(always)] unsafe fn store(self, $to: *mut $item) {
                let $v = self.0;
                unsafe { $store }
            }
            #[inline(always)] unsafe fn store_part(self, $to: *mut $item, $k: $mask) {
                let $v = self.0;
                unsafe { $store_part }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
vector! {
    F64x8(__m512d): 8 of f64, mask __mmask8,
    zero _mm512_setzero_pd(), mask_of |n| (0xffu32 >> (8 - n)) as u8,
    load |p| _mm512_loadu_pd(p), part |p, m| _mm512_maskz_loadu_pd(m, p), splat |x| _mm512_set1_pd(x),
    fma |a, b, c| _mm512_fmadd_pd(a, b, c), fnma _mm512_fnmadd_pd(a, b, c), add _mm512_add_pd(a, b),
    store |v, to| _mm512_storeu_pd(to, v), store_part |m| _mm512_mask_storeu_pd(to, m, v),
}

#[cfg(target_arch = "x86_64")]
vector! {
    F32x16(__m512): 16 of f32, mask __mmask16,
    zero _mm512_setzero_ps(), mask_of |n| (0xffffu32 >> (16 - n)) as u16,
    load |p| _mm512_loadu_ps(p), part |p, m| _mm512_maskz_loadu_ps(m, p), splat |x| _mm512_set1_ps(x),
    fma |a, b, c| _mm512_fmadd_ps(a, b, c), fnma _mm512_fnmadd_ps(a, b, c), add _mm512_add_ps(a, b),
    store |v, to| _mm512_storeu_ps(to, v), store_part |m| _mm512_mask_storeu_ps(to, m, v),
}

#[cfg(target_arch = "x86_64")]
vector! {
    I64x8(__m512i): 8 of i64, mask __mmask8,
    zero _mm512_setzero_si512(), mask_of |n| (0xffu32 >> (8 - n)) as u8,
    load |p| _mm512_loadu_epi64(p), part |p, m| _mm512_maskz_loadu_epi64(m, p), splat |x| _mm512_set1_epi64(x),
    fma |a, b, c| _mm512_add_epi64(_mm512_mullo_epi64(a, b), c), fnma _mm512_sub_epi64(c, _mm512_mullo_epi64(a, b)),
    add _mm512_add_epi64(a, b),
    store |v, to| _mm512_storeu_epi64(to, v), store_part |m| _mm512_mask_storeu_epi64(to, m, v),
}

#[cfg(target_arch = "x86_64")]
vector! {
    I32x16(__m512i): 16 of i32, mask __mmask16,
    zero _mm512_setzero_si512(), mask_of |n| (0xffffu32 >> (16 - n)) as u16,
    load |p| _mm512_loadu_epi32(p), part |p, m| _mm512_maskz_loadu_epi32(m, p), splat |x| _mm512_set1_epi32(x),
    fma |a, b, c| _mm512_add_epi32(_mm512_mullo_epi32(a, b), c), fnma _mm512_sub_epi32(c, _mm512_mullo_epi32(a, b)),
    add _mm512_add_epi32(a, b),
    store |v, to| _mm512_storeu_epi32(to, v), store_part |m| _mm512_mask_storeu_epi32(to, m, v),
}

#[cfg(target_arch = "x86_64")]
vector! {
    I16x32(__m512i): 32 of i16, mask __mmask32,
    zero _mm512_setzero_si512(), mask_of |n| (0xffff_ffffu64 >> (32 - n)) as u32,
    load |p| _mm512_loadu_epi16(p), part |p, m| _mm512_maskz_loadu_epi16(m, p), splat |x| _mm512_set1_epi16(x),
    fma |a, b, c| _mm512_add_epi16(_mm512_mullo_epi16(a, b), c), fnma _mm512_sub_epi16(c, _mm512_mullo_epi16(a, b)),
    add _mm512_add_epi16(a, b),
    store |v, to| _mm512_storeu_epi16(to, v), store_part |m| _mm512_mask_storeu_epi16(to, m, v),
}

/// The first `n` of so many numbers, the others zero.
///
/// # Safety
/// - The pointer is valid for reading `n` numbers, at most `N`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn first<T: Factor, const N: usize>(from: *const T, n: usize) -> [T; N] {
    let mut lanes = [T::ZERO; N];
    // SAFETY: the caller's promise; the array has room for them.
    unsafe { from.cast::<u8>().copy_to_nonoverlapping(lanes.as_mut_ptr().cast(), n * size_of::<T>()) };
    lanes
}

/// The products of integers of 64 bits, of which the lower 64 bits are kept, from products of 32 bits.
///
/// # Safety
/// - The machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block, reason = "instructions, as above")]
unsafe fn mullo_i64(a: __m256i, b: __m256i) -> __m256i {
    unsafe {
        let (high_a, high_b) = (_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
        let crossed = _mm256_add_epi64(_mm256_mul_epu32(high_a, b), _mm256_mul_epu32(a, high_b));
        _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64::<32>(crossed))
    }
}

/// A vector of 256 bits: what the mask of instructions would do goes through memory.
#[cfg(target_arch = "x86_64")]
macro_rules! half_vector {
    (
        $name:ident($register:ty): $lanes:literal of $item:ty, zero $zero:ident, load $load:expr, splat $splat:ident,
        fma |$a:ident, $b:ident, $c:ident| $fma:expr, fnma $fnma:expr, add $add:ident, store $store:expr $(,)?
    ) => {
        vector! {
            $name($register): $lanes of $item, mask usize,
            zero $zero(), mask_of |n| n,
            load |p| $load(p.cast()),
            part |p, n| {
                if n == $lanes { $load(p.cast()) } else { $load(first::<$item, $lanes>(p, n).as_ptr().cast()) }
            },
            splat |x| $splat(x),
            fma |$a, $b, $c| $fma, fnma $fnma, add $add($a, $b),
            store |v, to| $store(to.cast(), v),
            store_part |n| {
                let mut lanes = [0 as $item; $lanes];
                $store(lanes.as_mut_ptr().cast(), v);
                // As bytes, since the place need not be aligned.
                lanes.as_ptr().cast::<u8>().copy_to_nonoverlapping(to.cast(), n * size_of::<$item>());
            },
        }
    };
}

#[cfg(target_arch = "x86_64")]
half_vector! {
    F64x4(__m256d): 4 of f64, zero _mm256_setzero_pd, load _mm256_loadu_pd, splat _mm256_set1_pd,
    fma |a, b, c| _mm256_fmadd_pd(a, b, c), fnma _mm256_fnmadd_pd(a, b, c), add _mm256_add_pd, store _mm256_storeu_pd,
}

#[cfg(target_arch = "x86_64")]
half_vector! {
    F32x8(__m256): 8 of f32, zero _mm256_setzero_ps, load _mm256_loadu_ps, splat _mm256_set1_ps,
    fma |a, b, c| _mm256_fmadd_ps(a, b, c), fnma _mm256_fnmadd_ps(a, b, c), add _mm256_add_ps, store _mm256_storeu_ps,
}

#[cfg(target_arch = "x86_64")]
half_vector! {
    I64x4(__m256i): 4 of i64, zero _mm256_setzero_si256, load _mm256_loadu_si256, splat _mm256_set1_epi64x,
    fma |a, b, c| _mm256_add_epi64(mullo_i64(a, b), c), fnma _mm256_sub_epi64(c, mullo_i64(a, b)),
    add _mm256_add_epi64, store _mm256_storeu_si256,
}

#[cfg(target_arch = "x86_64")]
half_vector! {
    I32x8(__m256i): 8 of i32, zero _mm256_setzero_si256, load _mm256_loadu_si256, splat _mm256_set1_epi32,
    fma |a, b, c| _mm256_add_epi32(_mm256_mullo_epi32(a, b), c), fnma _mm256_sub_epi32(c, _mm256_mullo_epi32(a, b)),
    add _mm256_add_epi32, store _mm256_storeu_si256,
}

#[cfg(target_arch = "x86_64")]
half_vector! {
    I16x16(__m256i): 16 of i16, zero _mm256_setzero_si256, load _mm256_loadu_si256, splat _mm256_set1_epi16,
    fma |a, b, c| _mm256_add_epi16(_mm256_mullo_epi16(a, b), c), fnma _mm256_sub_epi16(c, _mm256_mullo_epi16(a, b)),
    add _mm256_add_epi16, store _mm256_storeu_si256,
}
