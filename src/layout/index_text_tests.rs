//! Index expressions as text: what is read, and what is refused where.

use super::TextItem::{self, *};
use super::{IndexTextError, parse_index};

fn slice(start: Option<isize>, stop: Option<isize>, step: Option<isize>) -> TextItem {
    Slice { start, stop, step }
}

fn ints(shape: &[usize], values: &[i64]) -> TextItem {
    Ints { shape: shape.into(), values: values.into() }
}

fn bools(shape: &[usize], values: &[bool]) -> TextItem {
    Bools { shape: shape.into(), values: values.into() }
}

#[test]
fn reads_what_python_reads() {
    let all = slice(None, None, None);
    for (text, items) in [
        (
            "1:10:2, ..., -1, None, [0, 2], [True, False], [[0,1],[2,3]], np.newaxis, True, ::-1, 'field'",
            vec![
                slice(Some(1), Some(10), Some(2)),
                Ellipsis,
                Int(-1),
                NewAxis,
                ints(&[2], &[0, 2]),
                bools(&[2], &[true, false]),
                ints(&[2, 2], &[0, 1, 2, 3]),
                NewAxis,
                Bool(true),
                slice(None, None, Some(-1)),
                Field("field".into()),
            ],
        ),
        ("()", vec![]),
        ("( )", vec![]),
        ("(1, 2)", vec![Int(1), Int(2)]),
        (" 1 , ", vec![Int(1)]),
        (":", vec![all.clone()]),
        ("::", vec![all.clone()]),
        ("None:None:None", vec![all.clone()]),
        ("1:", vec![slice(Some(1), None, None)]),
        ("+3", vec![Int(3)]),
        ("00", vec![Int(0)]),
        ("Ellipsis, newaxis, numpy.newaxis, False", vec![Ellipsis, NewAxis, NewAxis, Bool(false)]),
        // One list is a list index; brackets are those around the index only if no list could be meant.
        ("[1, 2]", vec![ints(&[2], &[1, 2])]),
        ("[[1, 2], [3, 4]]", vec![ints(&[2, 2], &[1, 2, 3, 4])]),
        ("[1:3, 0]", vec![slice(Some(1), Some(3), None), Int(0)]),
        ("[..., [0, 1]]", vec![Ellipsis, ints(&[2], &[0, 1])]),
        ("[None]", vec![NewAxis]),
        ("[]", vec![ints(&[0], &[])]),
        ("[[], []]", vec![ints(&[2, 0], &[])]),
        ("[[],],", vec![ints(&[1, 0], &[])]),
        ("[True, 2]", vec![ints(&[2], &[1, 2])]),
        ("[[True], [False]]", vec![bools(&[2, 1], &[true, false])]),
        ("['a', \"b'c\"]", vec![Fields(vec!["a".into(), "b'c".into()])]),
        (r"'\x41\u00e9\\\n'", vec![Field("Aé\\\n".into())]),
        ("'é'", vec![Field("é".into())]),
        // Slices end where the array does; beyond the limits is just as good.
        ("-99999999999999999999:99999999999999999999", vec![slice(Some(isize::MIN), Some(isize::MAX), None)]),
        ("[-9223372036854775808]", vec![ints(&[1], &[i64::MIN])]),
    ] {
        assert_eq!(parse_index(text).unwrap_or_else(|e| panic!("{e}")), items, "{text}");
    }
}

#[test]
fn says_where_and_what_was_expected() {
    for (text, position, what) in [
        ("", 0, "an integer, a slice"),
        (",", 0, "an integer, a slice"),
        ("1,,2", 2, "an integer, a slice"),
        ("1 2", 2, "the end of the text"),
        ("1:2:3:4", 5, "the end of the text"),
        ("1:x", 2, "None, newaxis"),
        ("1:'x'", 2, "an integer or None"),
        ("[1]:2", 0, "an integer or None"),
        ("a", 0, "None, newaxis"),
        ("1.5", 0, "a decimal integer"),
        ("01", 0, "a decimal integer"),
        ("0x10", 0, "a decimal integer"),
        ("-", 0, "a decimal integer"),
        ("[1, 2", 5, "a comma or ']'"),
        ("[1, ", 4, "an integer, a slice"),
        ("[1 2]", 3, "a comma or ']'"),
        ("(1", 2, "a comma or ')'"),
        ("(1) 2", 4, "the end of the text"),
        ("1)", 1, "the end of the text"),
        ("'abc", 4, "the closing quote"),
        (r"'\q'", 1, "an escape"),
        (r"'\ud800'", 1, "an escape"),
        ("99999999999999999999", 0, "an integer that fits"),
        ("[0, 99999999999999999999]", 4, "an integer of 64 bits"),
        ("[[0, 1], [2]]", 9, "a list of 2 items"),
        ("[[0], 1]", 6, "a list, like"),
        ("[0, [1]]", 4, "a single value"),
        ("[[], [[]]]", 5, "a list of 0 items"),
        ("[[0, 1:2]]", 5, "an integer, True, False"),
        ("[1:2],", 1, "an integer, True, False"),
        ("[1:2], 0", 1, "an integer, True, False"),
        ("[0, 'a']", 4, "an integer, True, False"),
        ("['a', 0]", 6, "the name of a field"),
        ("[['a']]", 2, "an integer, True, False"),
    ] {
        let error = parse_index(text).expect_err(text);
        let cause = error.cause::<IndexTextError>().expect("its cause");
        assert_eq!(cause.position(), position, "{error}");
        assert!(cause.expected().starts_with(what), "{error}");
        assert!(error.is_parse() && cause.text() == text);
    }
    let deep = "[".repeat(100_000);
    let error = parse_index(&deep).unwrap_err();
    assert!(error.to_string().ends_with("expected at most 64 nested lists at position 64"), "{error}");
    let deepest = format!("{}0{}", "[".repeat(64), "]".repeat(64));
    assert_eq!(parse_index(&deepest).unwrap(), [ints(&[1; 64], &[0])]);
}
