//! Text of every width is compared character by character, however it lies in memory.

use ndtype::{self as np, Array, Result, idx};

/// As many texts as characters, and one more: each differs from `x...x` in one place, the last one nowhere.
fn one_off(kind: char, width: usize) -> Result<Array> {
    let mut texts = vec!["x".repeat(width); width + 1];
    for (at, text) in texts.iter_mut().take(width).enumerate() {
        // By a character, or by being shorter.
        let with = if at + 1 == width && width.is_multiple_of(2) { "" } else { "y" };
        text.replace_range(at..=at, with);
    }
    texts.iter().map(String::as_str).collect::<Array>().astype(format!("{kind}{width}"))
}

#[test]
fn one_character_makes_a_difference() -> Result<()> {
    let mut compared = 0;
    for (kind, widest) in [('S', 150), ('U', 40)] {
        for width in 1..=widest {
            let a = one_off(kind, width)?;
            let same = Array::full([width + 1], "x".repeat(width).as_str(), format!("{kind}{width}"))?;
            let mut want = vec![false; width + 1];
            want[width] = true;
            let spread = np::repeat(&a, 2, 0)?;
            let mut unaligned = Array::zeros([width + 1], format!("u1, {kind}{width}"))?;
            unaligned.set("'f1'", &a)?;
            for laid_out in
                [a.clone(), spread.get(idx![..; 2])?, unaligned.field("f1")?, a.astype(a.dtype().swapped())?]
            {
                assert_eq!(np::equal(&laid_out, &same)?.to_vec::<bool>()?, want, "{kind}{width}");
                let other: Vec<bool> = want.iter().map(|same| !same).collect();
                assert_eq!(np::not_equal(&same, &laid_out)?.to_vec::<bool>()?, other, "{kind}{width}");
                // One text against all, and a wider dtype.
                let one = np::equal(&laid_out, &same.get("0")?)?;
                assert_eq!(one.to_vec::<bool>()?, want, "{kind}{width}");
                let wider = np::equal(&laid_out, same.astype(format!("{kind}{}", width + 9))?)?;
                assert_eq!(wider.to_vec::<bool>()?, want, "{kind}{width}");
                compared += 4;
            }
            let backwards = np::equal(a.flip(None)?, &same)?.to_vec::<bool>()?;
            assert!(backwards[0] && backwards[1..].iter().all(|same| !same), "{kind}{width}");
        }
    }
    assert_eq!(compared, 4 * 4 * 190);
    Ok(())
}
