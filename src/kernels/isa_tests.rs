//! Every loop of every table gives the same bits on each instruction set, whatever the steps.

use super::grid::{Context, Grid, MAX_OPERANDS, NumberLoop, NumberLoops};
use super::{arith, bits, compare, divide, extremes, integer, logic, math, modulo, neighbours, parts, round, signs};
use crate::dtype::{DtypeKind, ScalarId};
use crate::simd::forced;

/// The tables, and how many inputs and outputs their loops have.
const TABLES: &[(&str, &NumberLoops, usize, usize)] = &[
    ("add", &arith::ADD, 2, 1),
    ("subtract", &arith::SUBTRACT, 2, 1),
    ("multiply", &arith::MULTIPLY, 2, 1),
    ("divide", &divide::DIVIDE, 2, 1),
    ("reciprocal", &divide::RECIPROCAL, 1, 1),
    ("floor_divide", &modulo::FLOOR_DIVIDE, 2, 1),
    ("remainder", &modulo::REMAINDER, 2, 1),
    ("fmod", &modulo::FMOD, 2, 1),
    ("divmod", &modulo::DIVMOD, 2, 2),
    ("negative", &signs::NEGATIVE, 1, 1),
    ("positive", &signs::POSITIVE, 1, 1),
    ("absolute", &signs::ABSOLUTE, 1, 1),
    ("fabs", &signs::FABS, 1, 1),
    ("sign", &signs::SIGN, 1, 1),
    ("square", &signs::SQUARE, 1, 1),
    ("sqrt", &signs::SQRT, 1, 1),
    ("conjugate", &signs::CONJUGATE, 1, 1),
    ("copysign", &signs::COPYSIGN, 2, 1),
    ("equal", &compare::EQUAL, 2, 1),
    ("not_equal", &compare::NOT_EQUAL, 2, 1),
    ("less", &compare::LESS, 2, 1),
    ("less_equal", &compare::LESS_EQUAL, 2, 1),
    ("greater", &compare::GREATER, 2, 1),
    ("greater_equal", &compare::GREATER_EQUAL, 2, 1),
    ("logical_and", &logic::LOGICAL_AND, 2, 1),
    ("logical_or", &logic::LOGICAL_OR, 2, 1),
    ("logical_xor", &logic::LOGICAL_XOR, 2, 1),
    ("logical_not", &logic::LOGICAL_NOT, 1, 1),
    ("isnan", &logic::ISNAN, 1, 1),
    ("isinf", &logic::ISINF, 1, 1),
    ("isfinite", &logic::ISFINITE, 1, 1),
    ("signbit", &logic::SIGNBIT, 1, 1),
    ("bitwise_and", &bits::BITWISE_AND, 2, 1),
    ("bitwise_or", &bits::BITWISE_OR, 2, 1),
    ("bitwise_xor", &bits::BITWISE_XOR, 2, 1),
    ("invert", &bits::INVERT, 1, 1),
    ("left_shift", &bits::LEFT_SHIFT, 2, 1),
    ("right_shift", &bits::RIGHT_SHIFT, 2, 1),
    ("bitwise_count", &bits::BITWISE_COUNT, 1, 1),
    ("gcd", &integer::GCD, 2, 1),
    ("lcm", &integer::LCM, 2, 1),
    ("maximum", &extremes::MAXIMUM, 2, 1),
    ("minimum", &extremes::MINIMUM, 2, 1),
    ("fmax", &extremes::FMAX, 2, 1),
    ("fmin", &extremes::FMIN, 2, 1),
    ("clip", &extremes::CLIP, 3, 1),
    ("nextafter", &neighbours::NEXTAFTER, 2, 1),
    ("spacing", &neighbours::SPACING, 1, 1),
    ("ldexp", &parts::LDEXP, 2, 1),
    ("frexp", &parts::FREXP, 1, 2),
    ("modf", &parts::MODF, 1, 2),
    ("heaviside", &parts::HEAVISIDE, 2, 1),
    ("rint", &round::RINT, 1, 1),
    ("floor", &round::FLOOR, 1, 1),
    ("ceil", &round::CEIL, 1, 1),
    ("trunc", &round::TRUNC, 1, 1),
    ("exp", &math::EXP, 1, 1),
    ("exp2", &math::EXP2, 1, 1),
    ("expm1", &math::EXPM1, 1, 1),
    ("log", &math::LOG, 1, 1),
    ("log2", &math::LOG2, 1, 1),
    ("log10", &math::LOG10, 1, 1),
    ("log1p", &math::LOG1P, 1, 1),
    ("cbrt", &math::CBRT, 1, 1),
    ("sin", &math::SIN, 1, 1),
    ("cos", &math::COS, 1, 1),
    ("tan", &math::TAN, 1, 1),
    ("arcsin", &math::ARCSIN, 1, 1),
    ("arccos", &math::ARCCOS, 1, 1),
    ("arctan", &math::ARCTAN, 1, 1),
    ("sinh", &math::SINH, 1, 1),
    ("cosh", &math::COSH, 1, 1),
    ("tanh", &math::TANH, 1, 1),
    ("arcsinh", &math::ARCSINH, 1, 1),
    ("arccosh", &math::ARCCOSH, 1, 1),
    ("arctanh", &math::ARCTANH, 1, 1),
    ("degrees", &math::DEGREES, 1, 1),
    ("radians", &math::RADIANS, 1, 1),
    ("i0", &math::I0_LOOPS, 1, 1),
    ("float_power", &math::FLOAT_POWER, 2, 1),
    ("hypot", &math::HYPOT, 2, 1),
    ("arctan2", &math::ARCTAN2, 2, 1),
    ("logaddexp", &math::LOGADDEXP, 2, 1),
    ("logaddexp2", &math::LOGADDEXP2, 2, 1),
];

/// Two rows of this many elements: several vectors and a rest.
const N: usize = 83;
const ROWS: usize = 2;
/// Bytes of an operand: two rows of the largest elements, with gaps.
const BYTES: usize = N * ROWS * 16 * 2;

#[repr(align(64))]
struct Operand([u8; BYTES]);

/// A generator of bits that look random.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 ^ self.0 >> 29
    }
}

/// Fills an operand with numbers of a type: any bits, but floats that are near each other more often than not, and zeros,
/// infinities and NaN.
fn fill(operand: &mut Operand, id: ScalarId, bits: &mut Bits) {
    let size = usize::from(id.row().size);
    let part = if id.row().kind == DtypeKind::Complex { size / 2 } else { size };
    for element in operand.0.chunks_exact_mut(part) {
        let random = bits.next();
        let choice = bits.next() >> 40;
        let small = (random as i64 >> 32) as f64 / 1e8;
        let edges = [0.0, -0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.5];
        let value = if choice.is_multiple_of(4) { edges[random as usize % 8] } else { small };
        let bytes = match (id, choice % 8) {
            (ScalarId::Bool, _) => (random % 2).to_le_bytes(),
            (_, 7) => random.to_le_bytes(),
            (ScalarId::Float32 | ScalarId::Complex64, _) => u64::from((value as f32).to_bits()).to_le_bytes(),
            (ScalarId::Float64 | ScalarId::Complex128, _) => value.to_bits().to_le_bytes(),
            (_, 0..3) => ((random as i64 % 9) as u64).to_le_bytes(),
            _ => random.to_le_bytes(),
        };
        element.copy_from_slice(&bytes[..part]);
    }
}

/// The results of a loop, as bytes; NaNs are made alike.
fn run(found: &NumberLoop, inputs: usize, outputs: usize, operands: &[Operand], steps: [isize; 4]) -> Vec<u8> {
    let mut results: Vec<Operand> = (0..outputs).map(|_| Operand([0; BYTES])).collect();
    let mut grid = Grid::row([std::ptr::null_mut(); MAX_OPERANDS], [0; MAX_OPERANDS], N);
    grid.rows = ROWS;
    for k in 0..inputs + outputs {
        let size = isize::from(found.types[k].row().size);
        grid.step[k] = size * steps[k];
        grid.row_step[k] = size * N as isize * steps[k].max(1);
        grid.ptr[k] = match k.checked_sub(inputs) {
            Some(output) => results[output].0.as_mut_ptr(),
            None => operands[k].0.as_ptr().cast_mut(),
        };
    }
    // SAFETY: each operand has room for two rows of elements of any type, with a gap after each element; it is aligned.
    // Inputs are only read, and any bits are numbers; outputs are apart.
    unsafe { (found.run)(&grid, &Context { dtypes: &[], closure: None }) }.expect("loops on numbers do not fail");
    let mut bytes = Vec::new();
    for (k, result) in results.iter_mut().enumerate() {
        alike(&mut result.0, found.types[inputs + k]);
        bytes.extend_from_slice(&result.0);
    }
    bytes
}

/// Gives all NaNs the same bits.
fn alike(bytes: &mut [u8], id: ScalarId) {
    match id {
        ScalarId::Float32 | ScalarId::Complex64 => {
            for x in bytes.chunks_exact_mut(4) {
                if f32::from_le_bytes(x.try_into().expect("four bytes")).is_nan() {
                    x.copy_from_slice(&f32::NAN.to_le_bytes());
                }
            }
        }
        ScalarId::Float64 | ScalarId::Complex128 => {
            for x in bytes.chunks_exact_mut(8) {
                if f64::from_le_bytes(x.try_into().expect("eight bytes")).is_nan() {
                    x.copy_from_slice(&f64::NAN.to_le_bytes());
                }
            }
        }
        ScalarId::Float16 | ScalarId::BFloat16 => {
            let infinity = if id == ScalarId::Float16 { 0x7c00 } else { 0x7f80 };
            for x in bytes.chunks_exact_mut(2) {
                if u16::from_le_bytes(x.try_into().expect("two bytes")) & 0x7fff > infinity {
                    x.copy_from_slice(&0x7fffu16.to_le_bytes());
                }
            }
        }
        _ => {}
    }
}

#[test]
fn results_do_not_depend_on_the_instruction_set() {
    let mut bits = Bits(7);
    let (mut loops, mut runs) = (0, 0);
    for &(name, table, inputs, outputs) in TABLES {
        for id in ScalarId::ALL {
            // A smaller type has the loop of the one it is computed in, which is met on its own.
            let Some(found) = table[id as usize].as_ref().filter(|found| found.types[0] == id) else { continue };
            loops += 1;
            let mut operands: Vec<Operand> = (0..inputs).map(|_| Operand([0; BYTES])).collect();
            for (operand, &id) in operands.iter_mut().zip(&found.types) {
                fill(operand, id, &mut bits);
            }
            for steps in [[1, 1, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1], [1, 0, 0, 1], [2, 2, 2, 2], [1, 2, 1, 1]] {
                // An output that stays the same is none.
                let steps: [isize; 4] = std::array::from_fn(|k| if k < inputs { steps[k] } else { steps[k].max(1) });
                let mut want = None;
                forced::each(|isa| {
                    let got = run(found, inputs, outputs, &operands, steps);
                    runs += 1;
                    let want = want.get_or_insert_with(|| got.clone());
                    assert!(got == *want, "{name} of {id:?} with steps {steps:?} differs on {isa:?}");
                });
            }
        }
    }
    println!("{loops} loops, {runs} runs");
    assert!(loops >= 563, "only {loops} loops");
}

#[test]
fn folds_do_not_depend_on_the_instruction_set() {
    let mut bits = Bits(8);
    let mut folds = 0;
    for &(name, table, ..) in TABLES {
        for id in ScalarId::ALL {
            let Some(found) = table[id as usize].as_ref().filter(|found| found.types[0] == id) else { continue };
            let Some(reduce) = found.reduce else { continue };
            folds += 1;
            let mut elements = Operand([0; BYTES]);
            fill(&mut elements, id, &mut bits);
            let size = isize::from(id.row().size);
            // Rows, elements that are apart, and columns.
            for (step, row_step) in [(1, N as isize), (2, 1), (ROWS as isize, 1)] {
                let mut want = None;
                forced::each(|isa| {
                    let mut slots = Operand([0; BYTES]);
                    slots.0.copy_from_slice(&elements.0);
                    let grid = Grid {
                        ptr: [
                            slots.0.as_mut_ptr(),
                            elements.0.as_ptr().cast_mut(),
                            std::ptr::null_mut(),
                            std::ptr::null_mut(),
                        ],
                        step: [0, size * step, 0, 0],
                        row_step: [size, size * row_step, 0, 0],
                        n: N,
                        rows: ROWS,
                    };
                    // SAFETY: there is room for the rows, and for as many results, which are apart from them.
                    unsafe { reduce(&grid) };
                    alike(&mut slots.0, id);
                    let want = want.get_or_insert_with(|| slots.0.to_vec());
                    assert!(slots.0[..] == want[..], "{name} of {id:?} with step {step} differs on {isa:?}");
                });
            }
        }
    }
    println!("{folds} folds");
    assert!(folds >= 196, "only {folds} folds");
}
