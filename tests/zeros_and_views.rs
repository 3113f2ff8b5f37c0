//! Zeros of objects, views as sub-arrays, and casts that would lose what cannot be text.

use ndtype::{self as np, Array, Dtype, array};

#[test]
fn objects_start_at_zero() -> np::Result<()> {
    let records = Array::zeros([2], "[('a','O'),('b','T'),('c','(2,)O'),('d',[('e','O')])]")?;
    assert_eq!(records.get("0")?.to_string(), "(0, '', [0, 0], (0,))");
    for zeros in [
        Array::zeros([2], "O")?,
        Array::zeros_in([2], "O", np::Order::F)?,
        np::zeros_like(&array![1, 2].astype("O")?)?,
        np::diag(&array![0, 0].astype("O")?, 0)?.get("0")?,
    ] {
        assert_eq!(zeros.to_string(), "[0 0]");
    }
    let a = array![[1, 2], [3, 4]].astype("O")?;
    assert_eq!(np::matmul(&np::identity(2, "O")?, &a)?.to_string(), a.to_string());
    assert_eq!(np::triu(&a, 0)?.to_string(), "[[1 2]\n [0 4]]");
    Ok(())
}

#[test]
fn views_as_subarrays_and_bytes() -> np::Result<()> {
    let a = array![[1.0f32, 2.0], [3.0, 4.0]].view_dtype("c8")?;
    let parts = a.view_dtype("(2,)f4")?;
    assert_eq!((parts.shape(), parts.to_vec::<f32>()?), (&[2, 1, 2][..], vec![1.0, 2.0, 3.0, 4.0]));
    let backwards = a.get("::-1")?.view_dtype("(2,)f4")?;
    assert_eq!(backwards.to_vec::<f32>()?, [3.0, 4.0, 1.0, 2.0]);
    assert!(a.view_dtype("(3,)f4").unwrap_err().to_string().contains("sub-array"));
    assert!(array![2u8, 1].view_dtype("(1,)?").is_err());
    assert_eq!(a.view_dtype("V")?.dtype(), &Dtype::Void(8));
    Ok(())
}

#[test]
fn casts_lose_no_text() -> np::Result<()> {
    let bytes = |bytes: [u8; 4], dtype: &str| np::frombuffer(bytes.to_vec(), dtype, 0, None);
    let error = bytes([0xff, 66, 67, 0], "S4")?.astype("O").unwrap_err().to_string();
    assert!(error.contains(r"b'\xffBC'"), "{error}");
    assert!(bytes([0, 0xd8, 0, 0], "<U1")?.astype("O").is_err());
    assert_eq!(bytes([65, 66, 67, 68], "V4")?.astype("S")?.to_string(), "[b'ABCD']");
    assert_eq!(bytes([65, 66, 67, 68], "[('x', 'u2')]")?.astype("U")?.to_string(), "['16961' '17475']");
    Ok(())
}
