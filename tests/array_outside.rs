//! Arrays and the crates around them: chrono's times, approx's comparisons.

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, Utc};
    use ndtype::{self as np, Array, Scalar, array};

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn ticks(array: &Array) -> Vec<i64> {
        array
            .astype(array.dtype().newbyteorder(np::ByteOrder::Native))
            .unwrap()
            .view_dtype("i8")
            .unwrap()
            .to_vec()
            .unwrap()
    }

    #[test]
    fn every_type_comes_back() {
        let days =
            [day(1970, 1, 1), day(1969, 12, 31), day(2024, 2, 29), day(-4000, 3, 1), NaiveDate::MAX, NaiveDate::MIN];
        let a = Array::from_chrono(&days).unwrap();
        assert_eq!(a.to_chrono::<NaiveDate>().unwrap(), days.map(Some));
        let times: [NaiveDateTime; 3] =
            [0, -1, 1_700_000_000_123_456_789].map(|n| DateTime::from_timestamp_nanos(n).naive_utc());
        let a = Array::from_chrono(&times).unwrap();
        assert_eq!(ticks(&a), [0, -1, 1_700_000_000_123_456_789]);
        assert_eq!(a.to_chrono::<NaiveDateTime>().unwrap(), times.map(Some));
        let utc = times.map(|t| t.and_utc());
        assert_eq!(Array::from_chrono(&utc).unwrap().to_chrono::<DateTime<Utc>>().unwrap(), utc.map(Some));
        let spans = [TimeDelta::nanoseconds(-1), TimeDelta::days(3), TimeDelta::zero()];
        let a = Array::from_chrono(&spans).unwrap();
        assert_eq!(ticks(&a), [-1, 3 * 86_400_000_000_000, 0]);
        assert_eq!(a.to_chrono::<TimeDelta>().unwrap(), spans.map(Some));
    }

    #[test]
    fn every_unit_is_numpys() {
        // np.array(['1969-12-31T23:59:59.5', '2024-02-29T12:34:56.789'], 'M8[ns]').astype('M8[unit]').view('i8')
        let times = [DateTime::from_timestamp_millis(-500), DateTime::from_timestamp_millis(1_709_210_096_789)];
        let times = times.map(Option::unwrap);
        for (unit, expected) in [
            ("Y", [-1, 54]),
            ("M", [-1, 649]),
            ("W", [-1, 2826]),
            ("D", [-1, 19782]),
            ("h", [-1, 474780]),
            ("m", [-1, 28486834]),
            ("s", [-1, 1709210096]),
            ("ms", [-500, 1709210096789]),
            ("2M", [-1, 324]),
            ("25s", [-1, 68368403]),
        ] {
            let a = Array::from_chrono_dtype(&times, format!("M8[{unit}]")).unwrap();
            assert_eq!(ticks(&a), expected, "{unit}");
            let swapped = Array::from_chrono_dtype(&times, format!(">M8[{unit}]")).unwrap();
            assert_eq!(swapped.to_chrono::<DateTime<Utc>>().unwrap(), a.to_chrono::<DateTime<Utc>>().unwrap());
        }
        let months = np::arange_dtype(-1, 2, 1, "M8[M]").unwrap().to_chrono::<NaiveDate>().unwrap();
        assert_eq!(months, [Some(day(1969, 12, 1)), Some(day(1970, 1, 1))]);
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let message = |e: ndtype::Error| e.to_string();
        let far = [day(2300, 1, 1).and_hms_opt(0, 0, 0).unwrap()];
        let error = message(Array::from_chrono(&far).unwrap_err());
        assert_eq!(error, "2300-01-01T00:00:00 is out of bounds for datetime64[ns]");
        assert!(Array::from_chrono_dtype(&far, "M8[us]").is_ok());
        for dtype in ["m8[s]", "M8", "i8", "f9"] {
            assert!(Array::from_chrono_dtype(&far, dtype).is_err(), "{dtype}");
        }
        assert!(Array::from_chrono_dtype(&[TimeDelta::days(1)], "m8[M]").is_err());
        assert!(Array::from_chrono_dtype(&[TimeDelta::MAX], "m8[ns]").is_err());
        let times = array![i64::MIN, 1, i64::MAX];
        let years = times.view_dtype("M8[Y]").unwrap();
        let error = message(years.to_chrono::<NaiveDate>().unwrap_err());
        assert!(error.contains("9223372036854777777 of datetime64[Y]"), "{error}");
        assert!(times.view_dtype("M8[as]").unwrap().to_chrono::<DateTime<Utc>>().is_err());
        assert!(times.view_dtype("m8[M]").unwrap().to_chrono::<TimeDelta>().is_err());
        let nat = array![i64::MIN].view_dtype("M8[s]").unwrap();
        assert_eq!(nat.to_chrono::<NaiveDate>().unwrap(), [None]);
    }

    #[test]
    fn scalars_and_ranges() {
        let start = day(2024, 2, 27);
        let stop = Scalar::from_chrono(&(start + Days::new(4))).unwrap();
        let span = Scalar::from_ticks(1, "m8[D]").unwrap();
        let days = np::arange_dtype(Scalar::from_chrono(&start).unwrap(), stop.clone(), span, "M8[D]").unwrap();
        let days: Vec<String> = days.to_chrono::<NaiveDate>().unwrap().iter().map(|d| d.unwrap().to_string()).collect();
        assert_eq!(days, ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"]);
        assert_eq!(stop.to_chrono::<NaiveDate>().unwrap(), Some(day(2024, 3, 2)));
        let error = np::arange_dtype(Scalar::from_ticks(i64::MIN, "M8[D]").unwrap(), 5, 1, "M8[D]").unwrap_err();
        assert!(error.to_string().contains("NaT"), "{error}");
    }
}

#[cfg(feature = "approx")]
mod with_approx {
    use approx::{AbsDiffEq, RelativeEq, UlpsEq};
    use ndtype::{Array, array, idx};
    use num_complex::Complex;

    #[test]
    fn floats_of_any_width_and_layout() {
        let a = array![[1.0, 2.0], [3.0, -4.0]];
        for dtype in ["f2", "f4", "f8", ">f4", "bfloat16", "c8", "c16", "float8_e4m3fn"] {
            let a = a.astype(dtype).unwrap();
            assert!(a.abs_diff_eq(&a.t().t(), 0.0) && a.relative_eq(&a, 0.0, 0.0) && a.ulps_eq(&a, 0.0, 0), "{dtype}");
            assert!(!a.abs_diff_eq(&a.t(), 0.5) && a.abs_diff_eq(&a.t(), 1e9), "{dtype}");
            assert!(!a.abs_diff_eq(&a.get(idx![0]).unwrap(), 1e9), "shapes differ");
        }
        assert!(array![1.0f32].abs_diff_eq(&array![1.0f64], 0.0));
        assert!(!array![f64::NAN].abs_diff_eq(&array![f64::NAN], 1.0));
        assert!(array![f64::INFINITY].relative_eq(&array![f64::INFINITY], 0.0, 0.0));
        assert!(array!["a"].abs_diff_eq(&array!["a"], 0.0) && !array!["a"].abs_diff_eq(&array!["b"], 1.0));
    }

    #[test]
    fn units_in_the_last_place_are_the_dtypes() {
        let next = |a: &Array, bits: &str| a.view_dtype(bits).unwrap();
        for (dtype, bits) in [
            ("f2", "u2"),
            ("bfloat16", "u2"),
            ("f4", "u4"),
            ("f8", "u8"),
            ("float8_e5m2", "u1"),
            ("float8_e8m0fnu", "u1"),
        ] {
            let one = array![1.0].astype(dtype).unwrap();
            let raw = next(&one, bits).get_scalar(&[0]).unwrap().as_u64().unwrap();
            let two_up = array![raw + 2].astype(bits).unwrap().view_dtype(dtype).unwrap();
            assert!(one.ulps_eq(&two_up, 0.0, 2) && !one.ulps_eq(&two_up, 0.0, 1), "{dtype}");
            if dtype != "float8_e8m0fnu" {
                let minus = array![-1.0].astype(dtype).unwrap();
                assert!(!one.ulps_eq(&minus, 0.0, u32::MAX), "{dtype}");
            }
        }
        let (a, b) = (array![Complex::new(1.0f32, 2.0)], array![Complex::new(1.0f32, 2.0 + f32::EPSILON * 2.0)]);
        assert!(a.ulps_eq(&b, 0.0, 1) && !a.ulps_eq(&b, 0.0, 0));
        assert!(!array![f64::NAN].ulps_eq(&array![f64::NAN], 0.0, 4));
    }
}
