//! Functions of 16-bit floats before and after their results are in a table: the same bits in every layout.
//!
//! A table is made once as many results were asked for as it has, so this is a program of its own, with one test.

use ndtype::{self as np, Array, Dtype, Result, idx, ufunc};

const FUNCTIONS: [&str; 20] = [
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "sin", "cos", "tan", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh",
];

fn bits(a: &Array) -> Result<Vec<u16>> {
    np::ascontiguousarray(&a.astype(a.dtype().newbyteorder(np::ByteOrder::Native))?)?.view_dtype("u2")?.to_vec::<u16>()
}

#[test]
fn tables_hold_what_is_computed() -> Result<()> {
    let every = Array::from_vec((0..=u16::MAX).collect::<Vec<u16>>())?;
    let mut compared = 0;
    for dtype in [Dtype::Float16, Dtype::BFloat16] {
        let x = every.view_dtype(&dtype)?;
        let mut wide = Array::zeros([2 * x.size()], &dtype)?;
        wide.set("::2", &x)?;
        let mut record = Array::zeros([x.size()], Dtype::structured([("pad", Dtype::UInt8), ("x", dtype.clone())])?)?;
        record.set(idx!["x"], &x)?;
        for name in FUNCTIONS {
            let f = ufunc::get(name).expect("a ufunc");
            // All but the last, which would make as many as the table has.
            let mut computed = Vec::new();
            for start in (0..65535).step_by(771) {
                computed.extend(bits(&f.call(&[&x.get(idx![start..start + 771])?])?)?);
            }
            assert_eq!(computed.len(), 65535);
            let found = f.call(&[&x])?;
            let want = bits(&found)?;
            assert_eq!(computed, want[..65535], "{name} {dtype}");
            let mut in_place = x.copy()?;
            f.with().out(&mut in_place).call(&[&x])?;
            let backwards = f.call(&[&x.get("::-1")?])?.get("::-1")?;
            let swapped = x.astype(dtype.newbyteorder(np::ByteOrder::Big))?;
            let unaligned = record.field("x")?;
            let layouts =
                [in_place, backwards, f.call(&[&wide.get("::2")?])?, f.call(&[&swapped])?, f.call(&[&unaligned])?];
            for (i, result) in layouts.iter().enumerate() {
                assert_eq!(bits(result)?, want, "{name} {dtype}, layout {i}");
                compared += want.len();
            }
            // Parts whose size is no multiple of four.
            for n in [0, 1, 2, 3, 5, 1023] {
                assert_eq!(bits(&f.call(&[&x.get(idx![7..7 + n])?])?)?, want[7..7 + n as usize], "{name} {dtype} {n}");
            }
        }
    }
    println!("{compared} results");
    assert_eq!(compared, 2 * 20 * 5 * 65536);
    Ok(())
}
