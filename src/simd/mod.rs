//! Instruction sets: which one the machine has, and the wrapping of kernels in code compiled for it.
//!
//! What it owns: [`Isa`], the detection (done once, then cached), [`dispatch`], which runs a [`Kernel`] in a function that
//! may use the instructions of the best set the machine has, and [`prefetch`], which loops cannot say otherwise.
//! What it refuses: kernels. A loop is written once, in safe or unsafe code that names no instruction, and becomes vector
//! code here, when it is inlined into the wrappers.
//!
//! Results do not depend on the instruction set: the wrappers allow fused multiply-add but never make the compiler use it
//! where the source does not.

pub(crate) mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_x86;
pub(crate) mod singles;
#[cfg(target_arch = "x86_64")]
mod singles_x86;

#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, Ordering};

use lanes::Lanes;
#[cfg(target_arch = "x86_64")]
use lanes::{Eight, Four};
use singles::Singles;
#[cfg(target_arch = "x86_64")]
use singles::{EightSingles, SixteenSingles};

/// A set of instructions, each with all those of the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Isa {
    /// What every machine of the target has.
    Baseline = 1,
    /// x86-64-v3: AVX2, FMA, F16C and the bit instructions.
    V3 = 2,
    /// x86-64-v4: AVX-512 F, BW, CD, DQ and VL.
    V4 = 3,
}

impl Isa {
    /// All of them, lowest first.
    #[cfg(test)]
    pub(crate) const ALL: [Isa; 3] = [Isa::Baseline, Isa::V3, Isa::V4];
}

/// A computation that is to be compiled once for each instruction set.
///
/// `run` and all that it calls must be `#[inline(always)]`: what is not inlined is compiled for the baseline.
pub(crate) trait Kernel {
    /// What `run` returns.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

/// Whether the machine has vectors for which kernels are compiled apart from the others.
///
/// Where it has none on x86-64, that is before AVX2, loops over elements of any distance do for those without gaps too: a third
/// form of each loop would be compiled for machines that are hardly there any more.
#[inline]
pub(crate) fn has_vectors() -> bool {
    !cfg!(target_arch = "x86_64") || isa() > Isa::Baseline
}

/// [`dispatch`] for kernels that are not compiled for machines without vectors.
///
/// # Panics
/// If the machine has none: see [`has_vectors`].
#[inline]
pub(crate) fn dispatch_vectors<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        match isa() {
            // SAFETY: `isa` returned V4, so the machine has every feature that `v4` enables.
            Isa::V4 => unsafe { v4(kernel) },
            // SAFETY: `isa` returned V3, so the machine has every feature that `v3` enables.
            Isa::V3 => unsafe { v3(kernel) },
            Isa::Baseline => no_vectors(),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    kernel.run()
}

/// Runs a kernel that gains from fused multiplication and addition but not from vectors: for machines that have the first,
/// and for others.
#[inline]
pub(crate) fn dispatch_fused<K: Kernel>(kernel: K) -> K::Output {
    match isa() {
        // SAFETY: `isa` returned V3 or more, so the machine has every feature that `v3` enables.
        #[cfg(target_arch = "x86_64")]
        Isa::V3 | Isa::V4 => unsafe { v3(kernel) },
        _ => kernel.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn no_vectors() -> ! {
    unreachable!("there are no vectors")
}

/// A computation over vectors of numbers, to be compiled once for each size of them.
///
/// As for [`Kernel`], all must be `#[inline(always)]`.
pub(crate) trait LanesKernel {
    /// Does it.
    fn run<V: Lanes>(self);
}

/// A computation over vectors of `f32`, likewise.
pub(crate) trait SinglesKernel {
    /// Does it.
    fn run<V: Singles>(self);
}

/// The best instruction set of this machine, or a lower one where a test asked for that.
#[inline]
pub(crate) fn isa() -> Isa {
    let detected = detected();
    #[cfg(test)]
    let detected = detected.min(forced::CAP.get());
    detected
}

/// Whether kernels run with the best instructions of this machine, which they do unless a test asked for others.
#[inline]
pub(crate) fn is_best() -> bool {
    isa() == detected()
}

/// Runs a kernel with the instructions that the machine has.
#[inline]
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    match isa() {
        // SAFETY: `isa` returned V4, so the machine has every feature that `v4` enables.
        #[cfg(target_arch = "x86_64")]
        Isa::V4 => unsafe { v4(kernel) },
        // SAFETY: `isa` returned V3, so the machine has every feature that `v3` enables.
        #[cfg(target_arch = "x86_64")]
        Isa::V3 => unsafe { v3(kernel) },
        _ => kernel.run(),
    }
}

/// Runs a kernel with the largest vectors that the machine has.
#[inline]
pub(crate) fn dispatch_lanes<K: LanesKernel>(kernel: K) {
    match isa() {
        // SAFETY: `isa` returned V4, so the machine has every feature that `v4` enables, and those that `Eight` needs.
        #[cfg(target_arch = "x86_64")]
        Isa::V4 => unsafe { v4(Wide::<K, Eight>(kernel, PhantomData)) },
        // SAFETY: `isa` returned V3, so the machine has every feature that `v3` enables, and those that `Four` needs.
        #[cfg(target_arch = "x86_64")]
        Isa::V3 => unsafe { v3(Wide::<K, Four>(kernel, PhantomData)) },
        _ => kernel.run::<f64>(),
    }
}

/// The same with vectors of `f32`.
#[inline]
pub(crate) fn dispatch_singles<K: SinglesKernel>(kernel: K) {
    match isa() {
        // SAFETY: `isa` returned V4, so the machine has every feature that `v4` enables, and those that the vectors need.
        #[cfg(target_arch = "x86_64")]
        Isa::V4 => unsafe { v4(WideSingles::<K, SixteenSingles>(kernel, PhantomData)) },
        // SAFETY: `isa` returned V3, so the machine has every feature that `v3` enables, and those that the vectors need.
        #[cfg(target_arch = "x86_64")]
        Isa::V3 => unsafe { v3(WideSingles::<K, EightSingles>(kernel, PhantomData)) },
        _ => kernel.run::<f32>(),
    }
}

/// A kernel and its vectors of `f32`.
#[cfg(target_arch = "x86_64")]
struct WideSingles<K, V>(K, PhantomData<V>);

#[cfg(target_arch = "x86_64")]
impl<K: SinglesKernel, V: Singles> Kernel for WideSingles<K, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.run::<V>();
    }
}

/// A kernel and its vectors.
#[cfg(target_arch = "x86_64")]
struct Wide<K, V>(K, PhantomData<V>);

#[cfg(target_arch = "x86_64")]
impl<K: LanesKernel, V: Lanes> Kernel for Wide<K, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.run::<V>();
    }
}

/// Says that the memory there will soon be read. It need not be anyone's: nothing is read.
#[inline(always)]
pub(crate) fn prefetch(at: *const u8) {
    // SAFETY: every machine of the target has the instruction, which takes any address and does not fail.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Says that the memory there will soon be written. It need not be anyone's: nothing is written.
#[inline(always)]
pub(crate) fn prefetch_write(at: *const u8) {
    // SAFETY: as for `prefetch`: machines that do not have the instruction ignore it.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_ET0 }>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The kernel with AVX-512.
///
/// # Safety
///
/// - The machine has the features named.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt,movbe")]
pub(crate) unsafe fn v4<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// The kernel with AVX2.
///
/// # Safety
///
/// - The machine has the features named.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt,movbe")]
pub(crate) unsafe fn v3<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// The best instruction set of this machine.
#[inline]
fn detected() -> Isa {
    static CACHED: AtomicU8 = AtomicU8::new(0);
    match CACHED.load(Ordering::Relaxed) {
        1 => Isa::Baseline,
        2 => Isa::V3,
        3 => Isa::V4,
        // Threads that get here together all find the same.
        _ => {
            let isa = detect();
            CACHED.store(isa as u8, Ordering::Relaxed);
            isa
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn detect() -> Isa {
    macro_rules! all {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    let v3 = all!("avx2" "fma" "f16c" "bmi1" "bmi2" "lzcnt" "popcnt" "movbe");
    let v4 = all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    match (v3, v4) {
        (true, true) => Isa::V4,
        (true, false) => Isa::V3,
        _ => Isa::Baseline,
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[cold]
fn detect() -> Isa {
    Isa::Baseline
}

/// Lower instruction sets than the machine's, for tests.
#[cfg(test)]
pub(crate) mod forced {
    use std::cell::Cell;

    use super::Isa;

    thread_local! {
        pub(super) static CAP: Cell<Isa> = const { Cell::new(Isa::V4) };
    }

    /// Runs `f` on this thread with at most this instruction set.
    pub(crate) fn at_most<R>(isa: Isa, f: impl FnOnce() -> R) -> R {
        struct Restore(Isa);
        impl Drop for Restore {
            fn drop(&mut self) {
                CAP.set(self.0);
            }
        }
        let _restore = Restore(CAP.replace(isa));
        f()
    }

    /// Runs `f` with each instruction set up to the machine's.
    pub(crate) fn each(mut f: impl FnMut(Isa)) {
        for isa in Isa::ALL.into_iter().filter(|isa| *isa <= super::detected()) {
            at_most(isa, || f(isa));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum<'a>(&'a [f32]);

    impl Kernel for Sum<'_> {
        type Output = f32;

        #[inline(always)]
        fn run(self) -> f32 {
            self.0.iter().sum()
        }
    }

    #[test]
    fn every_set_runs_the_kernel() {
        let values: Vec<f32> = (0..100).map(|i| i as f32 * 0.1).collect();
        let want = Sum(&values).run();
        let mut runs = 0;
        forced::each(|isa| {
            assert_eq!(super::isa(), isa);
            assert_eq!(dispatch(Sum(&values)), want);
            runs += 1;
        });
        println!("{runs} instruction sets");
        assert!(runs >= 1);
        assert_eq!(isa(), detected());
    }
}
