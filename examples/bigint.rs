//! Big integers of another crate as elements: `cargo run --example bigint`.
//!
//! An array of objects holds any value. One that says how it calculates works with ufuncs, folds and operators.

use std::fmt;

use ndtype::{self as np, Array, Object, ObjectArithmetic, ObjectOp, array, ufunc};
use num_bigint::BigInt;

/// The crate's type is not ours to give a trait to, so there is one around it.
#[derive(Clone, PartialEq, PartialOrd)]
struct Big(BigInt);

impl fmt::Display for Big {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Big {
    fn object(value: impl Into<BigInt>) -> Object {
        Object::with_arithmetic(Big(value.into()))
    }

    /// Another operand: one of these, or an integer of Rust, as casts make them.
    fn of(object: &Object) -> Option<BigInt> {
        let small = || object.downcast_ref::<i64>().map(|&x| BigInt::from(x));
        object.downcast_ref::<Big>().map(|big| big.0.clone()).or_else(small)
    }

    fn calculate(a: &BigInt, op: ObjectOp, b: &BigInt) -> Option<Object> {
        let zero = BigInt::from(0);
        let value = match op {
            ObjectOp::Add => a + b,
            ObjectOp::Subtract => a - b,
            ObjectOp::Multiply => a * b,
            ObjectOp::Power => a.pow(u32::try_from(b).ok()?),
            ObjectOp::Remainder if *b != zero => a % b,
            _ => return None,
        };
        Some(Big::object(value))
    }
}

impl ObjectArithmetic for Big {
    fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        Big::calculate(&self.0, op, &Big::of(other)?)
    }

    fn reflected(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        Big::calculate(&Big::of(other)?, op, &self.0)
    }

    fn negative(&self) -> Option<Object> {
        Some(Big::object(-self.0.clone()))
    }
}

fn main() -> np::Result<()> {
    let numbers: Vec<Object> = (1..=30).map(Big::object).collect();
    let n = Array::from_vec(numbers)?;

    // Factorials: a running product.
    let factorials = ufunc::MULTIPLY.accumulate(&n, 0)?;
    println!("30! = {}", factorials.get_scalar(&[29])?);

    // Numbers of Rust meet them on either side; arrays of integers broadcast against them.
    let mersenne = np::subtract(&np::power(&array![Big::object(2)], &array![61, 89, 107, 127].astype("O")?)?, 1)?;
    println!("Mersenne primes: {mersenne}");
    println!("modulo 10: {}", np::remainder(&mersenne, 10)?);

    // The largest, an order, a sum, a product of matrices.
    println!("largest {}, order {}", mersenne.max(..)?, np::argsort(&(-&mersenne), -1)?);
    println!("sum of 1 to 30: {}", n.sum(..)?);
    let step = array![[Big::object(1), Big::object(1)], [Big::object(1), Big::object(0)]];
    let mut power = step.clone();
    for _ in 0..7 {
        power = np::matmul(&power, &power)?;
    }
    println!("the 128th Fibonacci number: {}", power.get_scalar(&[0, 1])?);

    // What a type does not know is an error that names it.
    println!("{}", np::divide(&mersenne, 3).unwrap_err());
    println!("{}", np::add(&mersenne, &array![Object::new(String::from("one"))]).unwrap_err());
    Ok(())
}
