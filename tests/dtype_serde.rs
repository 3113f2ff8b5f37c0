//! Dtypes through serde.
#![cfg(feature = "serde")]

use ndtype::Dtype;

#[test]
fn dtypes_are_strings() {
    for text in ["float32", ">i4", "|S5", "datetime64[25us]", "bfloat16", "[('x', '<i4'), ('y', '<f8', (2,))]"] {
        let dtype: Dtype = text.parse().unwrap();
        let json = serde_json::to_string(&dtype).unwrap();
        assert_eq!(json, serde_json::to_string(text).unwrap());
        assert_eq!(serde_json::from_str::<Dtype>(&json).unwrap(), dtype);
    }
}

#[test]
fn what_is_read_is_validated() {
    let error = serde_json::from_str::<Dtype>("\"float33\"").unwrap_err().to_string();
    assert!(error.contains("data type 'float33' not understood"), "{error}");
    assert!(serde_json::from_str::<Dtype>("[1]").is_err());
    assert!(serde_json::from_str::<Dtype>("\"[('a', 'i4'), ('a', 'i4')]\"").is_err());
}
