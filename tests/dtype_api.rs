//! The dtype API as a user meets it: errors with their causes, limits, records, odd corners.

use ndtype::dtype::{DtypeError, ParseError, PromotionError, PromotionReason};
use ndtype::{self as np, Casting, Dtype, ErrorKind, StructField, TypeArg};

#[test]
fn errors_carry_typed_causes() {
    let error = "[('x', 'i4'), ('x', 'f8')]".parse::<Dtype>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parse);
    assert_eq!(error.cause::<DtypeError>(), Some(&DtypeError::DuplicateField { name: "x".into() }));
    assert_eq!(error.cause::<ParseError>().unwrap().expected(), None);

    let error = "M8[parsec]".parse::<Dtype>().unwrap_err();
    let cause = error.cause::<ParseError>().unwrap();
    assert_eq!((cause.text(), cause.position()), ("M8[parsec]", 3));
    assert!(cause.expected().unwrap().contains("a time unit"));

    let error = np::promote_types("M8[D]", "i4").unwrap_err();
    let cause = error.cause::<PromotionError>().unwrap();
    assert_eq!((cause.left(), cause.reason()), (&"M8[D]".parse().unwrap(), PromotionReason::NoCommon));
    assert_eq!(cause.right(), Some(&Dtype::Int32));
    assert!(error.is_promotion() && !error.is_parse());

    let error = np::finfo("i4").unwrap_err();
    assert_eq!(error.cause::<DtypeError>(), Some(&DtypeError::NotInexact { dtype: Dtype::Int32 }));
}

#[test]
fn positions_are_places_in_the_text() {
    for (text, position) in [
        ("", 0),
        ("flot32", 0),
        (">flot32", 1),
        ("i4,f8 f4", 5),
        ("2>03i4", 2),
        ("[('a', 'i4'), ('b', 'f9')]", 21),
        ("[('a', 'i4') ('b', 'f8')]", 13),
        ("{'names': ['a'], 'formats': 3}", 28),
    ] {
        let error = text.parse::<Dtype>().unwrap_err();
        assert_eq!(error.cause::<ParseError>().unwrap().position(), position, "{text}: {error}");
    }
    let text = "[('x', '\\x4d8[日]x')]";
    let error = text.parse::<Dtype>().unwrap_err();
    assert!(text.is_char_boundary(error.cause::<ParseError>().unwrap().position()));
}

#[test]
fn sizes_have_limits() {
    assert!("S2147483648".parse::<Dtype>().is_err());
    assert!(np::promote_types("S600000000", "U1").is_err());
    assert!(!np::can_cast("S600000000", "U", Casting::Safe).unwrap());
    assert!(Dtype::structured([("a", "S2000000000"), ("b", "S2000000000")]).is_err());
    assert!(Dtype::structured([("a", Dtype::Unicode(usize::MAX))]).is_err());
    assert!(Dtype::subarray(Dtype::Bytes(usize::MAX), [2]).is_err());
    assert!(Dtype::subarray("i1", [1 << 16, 1 << 16]).is_err());
    assert!(Dtype::subarray("i1", [0, usize::MAX]).is_err());
    assert!(Dtype::subarray("S", [2]).is_err());
}

#[test]
fn shared_parts_do_not_explode() {
    // Each round doubles what the dtype holds, though not what is in memory.
    let mut dtype = Dtype::structured::<&str, &str>([]).unwrap();
    let mut rounds = 0;
    while let Ok(double) = Dtype::structured([("a", dtype.clone()), ("b", dtype.clone())]) {
        dtype = double;
        rounds += 1;
        assert!(dtype.is_native() && !dtype.has_object());
    }
    assert!((15..30).contains(&rounds), "{rounds}");
}

#[test]
fn records_of_every_kind_can_be_built() {
    let built = Dtype::builder()
        .field("a", "i4")
        .title("first")
        .offset(4)
        .field("b", Dtype::Float64)
        .offset(16)
        .itemsize(32)
        .aligned(true)
        .build()
        .unwrap();
    let parsed = "{'names': ['a', 'b'], 'formats': ['i4', 'f8'], 'offsets': [4, 16], 'titles': ['first', None], \
                  'itemsize': 32, 'aligned': True}";
    assert_eq!(built, parsed.parse().unwrap());
    assert_eq!(built.field("first").unwrap().name(), "a");
    assert!(built.field("c").is_err() && Dtype::Int8.field("c").is_err());

    let fields = || {
        [
            StructField { name: "a".into(), dtype: Dtype::Int8, offset: None },
            StructField { name: "b".into(), dtype: Dtype::Int64, offset: None },
        ]
    };
    assert_eq!(Dtype::from_struct_fields(fields()).unwrap().itemsize(), 9);
    assert_eq!(Dtype::builder().fields(fields()).aligned(true).build().unwrap().itemsize(), 16);
    assert!(Dtype::builder().field("a", "no such type").build().unwrap_err().is_parse());
    assert!(Dtype::builder().field("a", "O").offset(0).field("b", "i4").offset(4).build().is_err());
    assert!(Dtype::builder().field("a", "i4").itemsize(3).build().is_err());
}

#[test]
fn matching_on_dtypes() {
    let describe = |dtype: &Dtype| match dtype {
        Dtype::Float32 => "single".to_owned(),
        Dtype::Bytes(n) => format!("{n} bytes"),
        Dtype::Datetime64(np::TimeUnit::NS) => "nanoseconds".to_owned(),
        Dtype::Struct(record) => format!("{} fields", record.fields().len()),
        Dtype::Swapped(swapped) => format!("swapped {}", swapped.native()),
        other => other.to_string(),
    };
    for (text, described) in [
        ("f4", "single"),
        ("S7", "7 bytes"),
        ("M8[ns]", "nanoseconds"),
        ("i4,i4", "2 fields"),
        (">f8", "swapped float64"),
    ] {
        assert_eq!(describe(&text.parse().unwrap()), described);
    }
}

#[test]
fn result_type_takes_what_there_is() {
    assert_eq!(np::result_type(["f4", "i8"]).unwrap(), Dtype::Float64);
    assert_eq!(np::result_type([&Dtype::Int8, &Dtype::UInt8]).unwrap(), Dtype::Int16);
    assert_eq!(np::result_type([1.5, 2.5]).unwrap(), Dtype::Float64);
    assert_eq!(np::result_type([TypeArg::from(Dtype::Bool), 1.into()]).unwrap(), Dtype::INT);
    assert!(np::result_type(["f4", "no such type"]).unwrap_err().is_parse());
    assert!(np::result_type::<[Dtype; 0]>([]).unwrap_err().is_dtype());
    for order in [["V4", "V8", "O"], ["O", "V4", "V8"], ["V8", "O", "V4"]] {
        assert_eq!(np::result_type(order).unwrap(), Dtype::Object);
    }
}

#[test]
fn smallest_types() {
    assert_eq!(np::min_scalar_type(""), Dtype::Unicode(1));
    assert_eq!(np::min_scalar_type(&b""[..]), Dtype::Bytes(1));
    assert_eq!(np::min_scalar_type(f32::MAX), Dtype::Float32);
    assert_eq!(np::min_scalar_type(1.5f32), Dtype::Float16);
    assert_eq!(np::min_scalar_type(num_complex::Complex::new(f32::MAX, 0.0)), Dtype::Complex64);
    assert_eq!(np::min_scalar_type(u128::MAX), Dtype::Object);
}

#[test]
fn casting_rules_have_names() {
    for casting in Casting::ALL {
        assert_eq!(casting.name().parse::<Casting>().unwrap(), casting);
    }
    assert!("safely".parse::<Casting>().is_err());
}
