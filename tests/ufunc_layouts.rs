//! One table of layouts that every ufunc runs through, for every dtype it takes: each result is the one for plain copies.

use ndtype::{self as np, Array, Dtype, Result, idx, ufunc};

const DTYPES: [&str; 20] = [
    "?",
    "i1",
    "i2",
    "i4",
    "i8",
    "u1",
    "u2",
    "u4",
    "u8",
    "f2",
    "f4",
    "f8",
    "c8",
    "c16",
    "bfloat16",
    "float8_e4m3fn",
    "int4",
    "uint2",
    "m8[s]",
    "M8[D]",
];

/// Numbers that no operation refuses, in a shape.
fn numbers(shape: &[usize], dtype: &Dtype, seed: usize) -> Result<Array> {
    let count = shape.iter().product::<usize>();
    let values: Vec<i64> = (0..count).map(|i| ((i * 7 + seed * 3) % 3) as i64).collect();
    Array::from_shape_vec(shape, values)?.astype(dtype)
}

/// The same elements in other memory.
fn layouts(plain: &Array) -> Result<Vec<(&'static str, Array)>> {
    let dtype = plain.dtype();
    let mut found = vec![("plain", plain.clone())];
    if plain.ndim() > 0 {
        let mut wide_shape = plain.shape().to_vec();
        wide_shape[plain.ndim() - 1] *= 2;
        let mut wide = Array::zeros(&wide_shape, dtype)?;
        wide.set("..., ::2", plain)?;
        found.push(("every second", wide.get("..., ::2")?));
        found.push(("backwards", np::flip(plain, None)?.copy()?.get("..., ::-1")?));
        if plain.ndim() == 1 {
            assert!(np::array_equal(&found[2].1, plain)?);
        } else {
            found.pop();
        }
    }
    found.push(("Fortran", plain.copy_in(np::Order::F)?));
    let mut record = Array::zeros(plain.shape(), Dtype::structured([("pad", Dtype::UInt8), ("x", dtype.clone())])?)?;
    record.set(idx!["x"], plain)?;
    found.push(("unaligned", record.field("x")?));
    found.push(("swapped", plain.astype(dtype.newbyteorder(np::ByteOrder::Big))?));
    Ok(found)
}

fn bytes(results: &[Array]) -> Result<Vec<Vec<u8>>> {
    results.iter().map(|a| a.astype(a.dtype().newbyteorder(np::ByteOrder::Native))?.tobytes()).collect()
}

#[test]
fn every_ufunc_in_every_layout() -> Result<()> {
    let (mut compared, mut pairs) = (0, 0);
    for ufunc in ufunc::all() {
        for dtype in DTYPES {
            let dtype: Dtype = dtype.parse()?;
            for shape in [&[0][..], &[], &[1], &[5], &[70], &[3, 4], &[2, 0, 3], &[2, 3, 5]] {
                let plain: Vec<Array> = (0..ufunc.nin()).map(|k| numbers(shape, &dtype, k)).collect::<Result<_>>()?;
                let Ok(want) = ufunc.call_all(&plain.iter().collect::<Vec<_>>()) else { continue };
                pairs += 1;
                let want_bytes = bytes(&want)?;
                let operands: Vec<Vec<(&str, Array)>> = plain.iter().map(layouts).collect::<Result<_>>()?;
                for i in 0..operands[0].len() {
                    for j in 0..operands[0].len() {
                        let chosen: Vec<&Array> =
                            operands.iter().enumerate().map(|(k, all)| &all[if k == 0 { i } else { j }].1).collect();
                        let got = ufunc.call_all(&chosen)?;
                        assert_eq!(bytes(&got)?, want_bytes, "{} {dtype} {shape:?} {i} {j}", ufunc.name());
                        compared += 1;
                        if ufunc.nin() == 1 {
                            break;
                        }
                    }
                }
                compared += outputs(ufunc, &plain, &want)?;
            }
        }
    }
    println!("{compared} compared, {pairs} pairs of ufunc, dtype and shape");
    assert!(compared > 20_000 && pairs > 3_000);
    Ok(())
}

/// Given outputs, masks with short and long runs, and in place.
fn outputs(ufunc: &ufunc::Ufunc, plain: &[Array], want: &[Array]) -> Result<usize> {
    let inputs: Vec<&Array> = plain.iter().collect();
    let shape = want[0].shape();
    let mut compared = 0;
    for period in [2, 3, 40] {
        let count = shape.iter().product::<usize>();
        let mask = Array::from_shape_vec(shape, (0..count).map(|i| i / period % 2 == 0).collect())?;
        let mut outs: Vec<Array> = want.iter().map(|w| Array::zeros(shape, w.dtype())).collect::<Result<_>>()?;
        let before = outs.clone();
        {
            let mut with = ufunc.with().r#where(&mask);
            for out in &mut outs {
                with = with.out(out);
            }
            with.call_all(&inputs)?;
        }
        for ((out, want), before) in outs.iter().zip(want).zip(&before) {
            let expected = np::r#where(&mask, want, before)?;
            assert_eq!(out.tobytes()?, expected.astype(out.dtype())?.tobytes()?, "{} masked", ufunc.name());
            compared += 1;
        }
    }
    // A result in the place of an operand, which something else still shares or not.
    if ufunc.nout() == 1 && want[0].dtype() == plain[0].dtype() {
        for shared in [false, true] {
            let mut target = plain[0].copy()?;
            let kept = if shared { Some(target.clone()) } else { None };
            let address = target.as_ptr();
            if ufunc.nin() == 2 {
                ufunc.assign(&mut target, &plain[1])?;
            } else {
                let input = target.clone();
                let inputs: Vec<&Array> = std::iter::once(&input).chain(inputs[1..].iter().copied()).collect();
                ufunc.with().out(&mut target).call(&inputs)?;
            }
            assert_eq!(target.tobytes()?, want[0].tobytes()?, "{} in place", ufunc.name());
            if let Some(kept) = kept {
                assert_eq!(kept.tobytes()?, plain[0].tobytes()?, "{} wrote to another array", ufunc.name());
            } else if ufunc.nin() == 2 && plain[0].dtype().kind().is_numeric() {
                assert_eq!(target.as_ptr(), address, "{} moved", ufunc.name());
            }
            compared += 1;
        }
    }
    Ok(compared)
}
