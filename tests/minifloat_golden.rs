//! The small number formats against ml_dtypes 0.6.0: a golden file made by `tests/golden/generate_minifloats.py`.
//!
//! Codes are compared bit for bit, those of NaN too. What is expected of float64 is the correct rounding rather than
//! ml_dtypes' own, which rounds twice; the generator says more.

mod golden;

use golden::Tally;
use half::f16;
use ndtype::*;
use serde_json::Value;

/// What the file has of one dtype.
fn of(kind: &str, dtype: &Dtype) -> Value {
    let mut all = golden::read("minifloats.json");
    all[kind][dtype.name()].take()
}

/// Numbers of `N` hexadecimal digits each.
fn numbers<const N: usize>(value: &Value) -> Vec<u64> {
    let digits = value.as_str().expect("a string of digits").as_bytes().chunks_exact(N);
    digits.map(|n| u64::from_str_radix(str::from_utf8(n).unwrap(), 16).unwrap()).collect()
}

fn bytes(value: &Value) -> Vec<u8> {
    numbers::<2>(value).into_iter().map(|n| n as u8).collect()
}

/// The functions of one of the float types.
struct Float<T> {
    from_bits: fn(u8) -> T,
    to_bits: fn(T) -> u8,
    from_f32: fn(f32) -> T,
    from_f64: fn(f64) -> T,
    /// Neither NaN nor infinite, NaN, infinite, with a sign bit.
    classes: fn(T) -> [bool; 4],
    negate: Option<fn(T) -> T>,
}

impl<T: HasDtype + Copy + PartialEq + PartialOrd> Float<T>
where
    f32: From<T>,
    f64: From<T>,
{
    fn check(&self, tally: &mut Tally) {
        let dtype = Dtype::of::<T>();
        let golden = of("floats", &dtype);
        self.check_decode(&golden, &dtype, tally);
        self.check_encode(&golden, &dtype, tally);
    }

    fn check_decode(&self, golden: &Value, dtype: &Dtype, tally: &mut Tally) {
        let values: Vec<f32> = numbers::<8>(&golden["decode"]).iter().map(|&n| f32::from_bits(n as u32)).collect();
        let signs = bytes(&golden["signbit"]);
        for (code, (&want, sign)) in values.iter().zip(signs).enumerate() {
            let x = (self.from_bits)(code as u8);
            tally.check(f32::from(x).to_bits(), want.to_bits(), || format!("{dtype} {code:#x} to f32"));
            tally.check(f64::from(x).to_bits(), (want as f64).to_bits(), || format!("{dtype} {code:#x} to f64"));
            let classes = [want.is_finite(), want.is_nan(), want.is_infinite(), sign != 0];
            tally.check((self.classes)(x), classes, || format!("{dtype} {code:#x} classes"));
            for (other, with) in values.iter().enumerate() {
                let y = (self.from_bits)(other as u8);
                let (got, want) = ((x == y, x.partial_cmp(&y)), (want == *with, want.partial_cmp(with)));
                tally.check(got, want, || format!("{dtype} {code:#x} against {other:#x}"));
            }
        }
        tally.check(self.negate.is_some(), !golden["negative"].is_null(), || format!("{dtype} has a sign"));
        if let Some(negate) = self.negate {
            for (code, want) in bytes(&golden["negative"]).into_iter().enumerate() {
                let got = (self.to_bits)(negate((self.from_bits)(code as u8)));
                tally.check(got, want, || format!("-{dtype} {code:#x}"));
            }
        }
    }

    fn check_encode(&self, golden: &Value, dtype: &Dtype, tally: &mut Tally) {
        let runs = golden["float16"].as_array().expect("a list");
        let mut runs = runs.iter().map(|run| (run[0].as_u64().unwrap(), run[1].as_u64().unwrap() as u8)).peekable();
        let mut want = 0;
        for bits in 0..=u16::MAX {
            if let Some((_, code)) = runs.next_if(|(start, _)| *start == u64::from(bits)) {
                want = code;
            }
            let x = f16::from_bits(bits);
            tally.check((self.to_bits)((self.from_f32)(x.to_f32())), want, || format!("f16 {x:?} to {dtype}"));
            // The same from an f64 is the same number, rounded once.
            tally.check((self.to_bits)((self.from_f64)(x.to_f64())), want, || format!("f16 {x:?} by f64 to {dtype}"));
        }
        let pairs = &golden["float32"];
        for (bits, want) in numbers::<8>(&pairs[0]).into_iter().zip(bytes(&pairs[1])) {
            let x = f32::from_bits(bits as u32);
            tally.check((self.to_bits)((self.from_f32)(x)), want, || format!("f32 {bits:#x} ({x:e}) to {dtype}"));
            tally.check((self.to_bits)((self.from_f64)(x.into())), want, || format!("{x:e} by f64 to {dtype}"));
        }
        let pairs = &golden["float64"];
        for (bits, want) in numbers::<16>(&pairs[0]).into_iter().zip(bytes(&pairs[1])) {
            let x = f64::from_bits(bits);
            tally.check((self.to_bits)((self.from_f64)(x)), want, || format!("f64 {bits:#x} ({x:e}) to {dtype}"));
        }
    }
}

macro_rules! check_floats {
    ($tally:ident: $($name:ident $negate:expr;)*) => {
        $(Float::<$name> {
            from_bits: $name::from_bits,
            to_bits: $name::to_bits,
            from_f32: $name::from_f32,
            from_f64: $name::from_f64,
            classes: |x| [x.is_finite(), x.is_nan(), x.is_infinite(), x.is_sign_negative()],
            negate: $negate,
        }.check(&mut $tally);)*
    };
}

#[test]
fn floats() {
    let mut tally = Tally::default();
    check_floats! { tally:
        Float8E3M4 Some(|x| -x);
        Float8E4M3 Some(|x| -x);
        Float8E4M3B11Fnuz Some(|x| -x);
        Float8E4M3Fn Some(|x| -x);
        Float8E4M3Fnuz Some(|x| -x);
        Float8E5M2 Some(|x| -x);
        Float8E5M2Fnuz Some(|x| -x);
        Float8E8M0Fnu None;
        Float6E2M3Fn Some(|x| -x);
        Float6E3M2Fn Some(|x| -x);
        Float4E2M1Fn Some(|x| -x);
    }
    tally.finish("small floats", 11 * 2 * 65_536);
}

macro_rules! check_ints {
    ($tally:ident: $($name:ident $value:ident)*) => {
        $({
            let dtype = Dtype::of::<$name>();
            let golden = of("ints", &dtype);
            for from in ["from_int8", "from_uint8"] {
                for (byte, want) in bytes(&golden[from]).into_iter().enumerate() {
                    let got = ($name::wrapping_new(byte as $value).to_bits(), $name::from_bits(byte as u8).to_bits());
                    $tally.check(got, (want, want), || format!("{byte:#x} {from} to {dtype}"));
                }
            }
            for (byte, want) in bytes(&golden["to_int8"]).into_iter().enumerate() {
                let x = $name::from_bits(byte as u8);
                $tally.check(i8::from(x), want as i8, || format!("{dtype} {byte:#x} to int8"));
                $tally.check($name::new(want as $value), Some(x), || format!("{dtype} from {want:#x}"));
            }
        })*
    };
}

#[test]
fn small_ints() {
    let mut tally = Tally::default();
    check_ints!(tally: Int2 i8 Int4 i8 UInt2 u8 UInt4 u8);
    tally.finish("small integers", 4 * 4 * 256);
}
