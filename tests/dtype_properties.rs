//! Laws that hold for every dtype, checked on random ones.

mod names;

use names::{ML, NUMBERS};
use ndtype::dtype::StructBuilder;
use ndtype::{ByteOrder, Casting, Dtype, DtypeKind, TimeBase, TimeUnit};
use proptest::prelude::*;

fn unit() -> impl Strategy<Value = TimeUnit> {
    let base = prop::sample::select(TimeBase::all().into_iter().chain([TimeBase::Generic]).collect::<Vec<_>>());
    (prop_oneof![Just(1), 1u32..100, Just(i32::MAX as u32)], base).prop_map(|(n, base)| TimeUnit::new(n, base).unwrap())
}

fn scalar() -> impl Strategy<Value = Dtype> {
    let flat = prop_oneof![
        4 => prop::sample::select([&NUMBERS[..], &ML[..], &["object", "T"]].concat()).prop_map(|name| name.parse().unwrap()),
        1 => (0usize..40).prop_map(Dtype::Bytes),
        1 => (0usize..40).prop_map(Dtype::Unicode),
        1 => (0usize..40).prop_map(Dtype::Void),
        1 => unit().prop_map(Dtype::Datetime64),
        1 => unit().prop_map(Dtype::Timedelta64),
    ];
    (flat, any::<bool>()).prop_map(|(dtype, swap)| if swap { dtype.swapped() } else { dtype })
}

/// NumPy's numbers, text and time, in either byte order.
fn numpy_scalar() -> impl Strategy<Value = Dtype> {
    let number = prop::sample::select(NUMBERS.to_vec()).prop_map(|name| name.parse::<Dtype>().unwrap());
    let other = scalar().prop_filter("not of ml_dtypes", |d| !d.kind().is_numeric());
    prop_oneof![number, other]
}

fn record(field: impl Strategy<Value = Dtype> + 'static) -> impl Strategy<Value = Dtype> {
    let name = prop_oneof![4 => "[a-z]{1,3}", 1 => "\\PC{0,4}", 1 => "[ '\"\\\\\n\u{200b}é😀]{0,3}"];
    let title = prop::option::weighted(0.2, "[A-Z]{3,5}");
    let offset = prop::option::weighted(0.3, 0usize..64);
    let fields = prop::collection::vec((name, title, offset, field), 0..5);
    (fields, any::<bool>(), prop_oneof![3 => Just(0), 1 => 1usize..50]).prop_filter_map(
        "a record that can be laid out",
        |(fields, aligned, padding)| {
            let add =
                |b: StructBuilder, (name, title, offset, dtype): &(String, Option<String>, Option<usize>, Dtype)| {
                    let b = b.field(name, dtype);
                    let b = title.iter().fold(b, StructBuilder::title);
                    offset.iter().fold(b, |b, &offset| b.offset(offset))
                };
            let builder = || fields.iter().fold(Dtype::builder().aligned(aligned), add);
            let plain = builder().build().ok()?;
            builder().itemsize(plain.itemsize() + padding * plain.alignment()).build().ok()
        },
    )
}

fn nested() -> impl Strategy<Value = Dtype> {
    scalar().prop_recursive(4, 24, 5, |inner| {
        let sub = (inner.clone(), prop::collection::vec(0usize..4, 0..4));
        prop_oneof![
            record(inner),
            sub.prop_filter_map("a base with a size", |(base, shape)| Dtype::subarray(base, shape).ok())
        ]
    })
}

/// Equality does not see whether a record was asked to be aligned; this does.
fn same_alignment(a: &Dtype, b: &Dtype) -> bool {
    a.alignment() == b.alignment()
        && a.is_aligned_struct() == b.is_aligned_struct()
        && (a.base() == a || same_alignment(a.base(), b.base()))
        && a.fields().iter().zip(b.fields()).all(|(x, y)| same_alignment(x.dtype(), y.dtype()))
}

fn has_unnamed_field(dtype: &Dtype) -> bool {
    (dtype.base() != dtype && has_unnamed_field(dtype.base()))
        || dtype.fields().iter().any(|f| f.name().is_empty() || has_unnamed_field(f.dtype()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_is_the_identity(dtype in nested()) {
        let again: Dtype = dtype.to_string().parse().unwrap();
        prop_assert_eq!(&again, &dtype);
        prop_assert!(same_alignment(&again, &dtype), "{}", dtype);
        prop_assert_eq!(again.to_string(), dtype.to_string());
    }

    #[test]
    fn a_descriptor_reads_back_with_the_same_fields(dtype in nested()) {
        // An unnamed field is padding to a reader of npy files.
        let Ok(descr) = dtype.descr() else { return Ok(()) };
        prop_assume!(!has_unnamed_field(&dtype));
        let again: Dtype = descr.trim_matches('\'').parse().unwrap();
        prop_assert_eq!(again.itemsize(), dtype.itemsize());
        for field in dtype.fields() {
            let back = again.fields().iter().find(|f| f.name() == field.name() && f.offset() == field.offset());
            prop_assert!(back.is_some_and(|f| f.dtype().itemsize() == field.dtype().itemsize()), "{} {}", descr, field.name());
        }
    }

    #[test]
    fn parsing_any_text_never_panics(text in "\\PC{0,40}", aligned in any::<bool>()) {
        let parsed = if aligned { Dtype::parse_aligned(&text) } else { text.parse() };
        if let Err(error) = parsed {
            prop_assert!(error.is_parse());
            prop_assert!(error.cause::<ndtype::dtype::ParseError>().unwrap().position() <= text.len());
        }
    }

    #[test]
    fn swapping_twice_is_the_identity(dtype in nested()) {
        prop_assert_eq!(dtype.swapped().swapped(), dtype.clone());
        prop_assert!(dtype.newbyteorder(ByteOrder::Native).is_native());
        prop_assert_eq!(dtype.swapped().itemsize(), dtype.itemsize());
    }

    #[test]
    fn casting_is_reflexive_and_ordered(a in nested(), b in nested()) {
        for casting in Casting::ALL {
            prop_assert!(a.can_cast(&a, casting), "{} {:?}", a, casting);
        }
        let allowed: Vec<bool> = Casting::ALL.into_iter().map(|casting| a.can_cast(&b, casting)).collect();
        prop_assert!(allowed.is_sorted(), "{} -> {}: {:?}", a, b, allowed);
    }

    #[test]
    fn safe_casting_is_transitive(a in numpy_scalar(), b in numpy_scalar(), c in numpy_scalar()) {
        // NumPy's own exceptions: a boolean becomes a number of three digits, but a text of five letters; a length of 0 stands for any; generic time takes on any unit; whether a unit divides
        // another is not asked across months; the void cast looks at sizes only, and text and objects take everything.
        let lawful = |d: &Dtype| match d.kind() {
            DtypeKind::String => d.itemsize() > 0 && !matches!(d, Dtype::String),
            DtypeKind::Datetime | DtypeKind::Timedelta | DtypeKind::Void | DtypeKind::Object => false,
            _ => true,
        };
        let bool_to_text = a.kind() == DtypeKind::Bool && c.kind() == DtypeKind::String;
        if !bool_to_text && [&a, &b, &c].into_iter().all(lawful) && a.can_cast_to(&b) && b.can_cast_to(&c) {
            prop_assert!(a.can_cast_to(&c), "{} -> {} -> {}", a, b, c);
        }
    }

    #[test]
    fn promotion_is_commutative(a in nested(), b in nested()) {
        prop_assert_eq!(a.promote(&b).ok(), b.promote(&a).ok());
    }

    #[test]
    fn promotion_gives_what_both_cast_to_safely(a in numpy_scalar(), b in numpy_scalar()) {
        // A span of time counts as a date when it meets one, though no cast goes that way; dates of uneven units promote
        // to what divides both, across months too.
        let times = |d: &Dtype| matches!(d.kind(), DtypeKind::Datetime | DtypeKind::Timedelta);
        if !times(&a) && !times(&b) && let Ok(common) = a.promote(&b) && common != Dtype::String {
            prop_assert!(a.can_cast_to(&common) && b.can_cast_to(&common), "{} + {} = {}", a, b, common);
            prop_assert!(common.is_native());
        }
    }
}

#[test]
fn nesting_is_bounded() {
    let mut dtype = Dtype::Int8;
    let mut depth = 0;
    while let Ok(deeper) = Dtype::structured([("a", dtype.clone())]) {
        assert_eq!(deeper.to_string().parse::<Dtype>().unwrap(), deeper);
        dtype = deeper;
        depth += 1;
    }
    assert_eq!(depth, 64);
    for text in ["[".repeat(100_000), "(".repeat(100_000), "[('a',".repeat(100_000), "{'names':".repeat(50_000)] {
        assert!(text.parse::<Dtype>().is_err());
    }
}

#[test]
fn long_texts_take_linear_time() {
    let many: Vec<String> = (0..50_000).map(|i| format!("('n{i}', 'i4')")).collect();
    let dtype: Dtype = format!("[{}]", many.join(", ")).parse().unwrap();
    assert_eq!((dtype.itemsize(), dtype.fields().len()), (200_000, 50_000));
    assert_eq!(dtype.field("n49999").unwrap().offset(), 4 * 49_999);
    assert_eq!("i4,".repeat(50_000).parse::<Dtype>().unwrap().itemsize(), 200_000);
    let letters: String = ('a'..='z').collect();
    let formats = "i".repeat(26);
    assert_eq!(format!("{{'names':'{letters}','formats':'{formats}'}}").parse::<Dtype>().unwrap().itemsize(), 104);
    let error = format!("{}x", "i4,".repeat(50_000)).parse::<Dtype>().unwrap_err();
    assert!(error.to_string().len() < 400, "{}", error.to_string().len());
}
