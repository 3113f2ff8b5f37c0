//! Laws of dates and spans, on random values of every unit.

use ndtype::{Datetime64, Scalar, TimeBase, TimeUnit, Timedelta64};
use proptest::prelude::*;

fn units() -> impl Strategy<Value = TimeUnit> {
    let counts = prop_oneof![4 => Just(1u32), 2 => 2..100u32, 1 => 1..=2_147_483_647u32];
    (0..13usize, counts).prop_map(|(base, count)| TimeUnit::new(count, TimeBase::all()[base]).unwrap())
}

fn ticks() -> impl Strategy<Value = i64> {
    prop_oneof![
        -100_000..100_000i64,
        any::<i64>().prop_filter("NaT", |&t| t != i64::MIN),
        Just(i64::MAX),
        Just(-i64::MAX)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(t in ticks(), unit in units()) {
        let date = Datetime64::new(t, unit);
        prop_assert_eq!(Datetime64::parse(&date.to_string(), unit).unwrap().ticks(), t);
    }

    #[test]
    fn coarser_units_round_down(t in ticks(), from in units(), to in units()) {
        let date = Datetime64::new(t, from);
        if let Ok(coarse) = date.to_unit(to) {
            prop_assert!(coarse <= date);
            if coarse.ticks() < i64::MAX {
                prop_assert!(date < Datetime64::new(coarse.ticks() + 1, to));
            }
            prop_assert_eq!(coarse == date, coarse.to_unit(from).is_ok_and(|back| back.ticks() == t) && date <= coarse);
        }
        let span = Timedelta64::new(t, from);
        let months = |unit: TimeUnit| unit.base() <= TimeBase::Month;
        if let (Ok(coarse), true) = (span.to_unit(to), months(from) == months(to)) {
            prop_assert!(coarse <= span);
            if coarse.ticks() < i64::MAX {
                prop_assert!(span < Timedelta64::new(coarse.ticks() + 1, to));
            }
        }
    }

    #[test]
    fn order_and_keys_agree(t in ticks(), a in units(), u in ticks(), b in units()) {
        let (x, y) = (Datetime64::new(t, a), Datetime64::new(u, b));
        prop_assert_eq!(x.partial_cmp(&y).unwrap().reverse(), y.partial_cmp(&x).unwrap());
        prop_assert_eq!(Scalar::from(x).key().cmp(&Scalar::from(y).key()), x.partial_cmp(&y).unwrap());
        let (x, y) = (Timedelta64::new(t, a), Timedelta64::new(u, b));
        prop_assert_eq!(Scalar::from(x) == Scalar::from(y), x == y);
        prop_assert_eq!(Scalar::from(x).key() == Scalar::from(y).key(), x == y);
    }

    #[test]
    fn no_text_panics(text in "[ +-]{0,2}[0-9]{0,20}[-T: é]?[0-9]{0,3}[-T: ]?[0-9]{0,2}[:T ]?[0-9.:Z+]{0,12}") {
        if let Ok(date) = text.parse::<Datetime64>() {
            prop_assert!(date.is_nat() || Datetime64::parse(&date.to_string(), date.unit()).unwrap() == date);
        }
        let _ = Timedelta64::parse(&text, TimeUnit::S);
    }
}
