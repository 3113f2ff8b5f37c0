//! Several arrays of records into one: side by side, one after the other, by keys.

use super::{default_fill, field_dtypes, refused, write};
use crate::array::{Array, Index, concatenate, take};
use crate::dtype::{Dtype, DtypeError};
use crate::element::Scalar;
use crate::error::Result;
use crate::math::{Sort, argsort};
use crate::ufunc::equal;

/// Records side by side: NumPy's `merge_arrays`, without a mask. Arrays are flattened; shorter ones are continued with `fill`, cast to each field.
///
/// What is no record becomes the field `f0`, `f1` and so on by its place; a record of one field stays that field, others become
/// a field that is a record, unless `flatten` makes all innermost fields those of the result.
///
/// Errors: no arrays, names that occur twice, a fill that does not fit where it is needed.
///
/// ```
/// use ndtype::{array, recfunctions::merge_arrays};
/// let a = merge_arrays(&[&array![1, 2, 3], &array![10.5, 20.5]], -1, false)?;
/// assert_eq!(a.get_scalar(&[2])?.to_string(), "(3, -1.0)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn merge_arrays(arrays: &[&Array], fill: impl Into<Scalar>, flatten: bool) -> Result<Array> {
    let fill = fill.into();
    let Some(size) = arrays.iter().map(|a| a.size()).max() else {
        return Err(refused("at least one array is needed", "none"));
    };
    let mut columns: Vec<(String, Array)> = Vec::new();
    let single = arrays.len() == 1;
    for array in arrays {
        let array = array.ravel()?;
        let missing = size - array.size();
        let whole = if missing == 0 {
            array
        } else {
            concatenate(&[&array, &Array::full([missing], fill.clone(), array.dtype())?], 0)?
        };
        let fields = whole.dtype().fields().len();
        if matches!(whole.dtype(), Dtype::Struct(_)) && (flatten || single || fields == 1) {
            add_fields(&whole, flatten, &mut columns)?;
        } else {
            columns.push((format!("f{}", columns.len()), whole));
        }
    }
    of_columns(size, &columns)
}

fn add_fields(a: &Array, flatten: bool, columns: &mut Vec<(String, Array)>) -> Result<()> {
    for name in a.field_names() {
        let field = a.field(name)?;
        if flatten && matches!(a.dtype().field(name)?.dtype(), Dtype::Struct(_)) {
            add_fields(&field, flatten, columns)?;
        } else {
            columns.push((name.to_owned(), field));
        }
    }
    Ok(())
}

/// Records with these fields; further axes of a column are a sub-array.
fn of_columns(size: usize, columns: &[(String, Array)]) -> Result<Array> {
    let mut builder = Dtype::builder();
    for (name, column) in columns {
        let inner = &column.shape()[1..];
        let dtype = column.dtype().clone();
        builder = builder.field(name, if inner.is_empty() { dtype } else { Dtype::subarray(dtype, inner)? });
    }
    let mut output = Array::zeros([size], builder.build()?)?;
    columns.iter().try_for_each(|(name, column)| write(&mut output, name, column))?;
    Ok(output)
}

/// Records one after the other, with all the fields that any has: NumPy's `stack_arrays`, without a mask. Arrays are flattened; what is
/// missing is [`default_fill`]. An error if fields of one name have different dtypes; see [`stack_arrays_with`].
///
/// ```
/// use ndtype::{Array, array, recfunctions::stack_arrays};
/// let a = Array::from_columns([("id", array![1, 2])])?;
/// let b = Array::from_columns([("id", array![3]), ("x", array![0.5])])?;
/// assert_eq!(stack_arrays(&[&a, &b])?.get_scalar(&[0])?.to_string(), "(1, 1e+20)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn stack_arrays(arrays: &[&Array]) -> Result<Array> {
    stack_arrays_with(arrays, &[], false)
}

/// As [`stack_arrays`], with other values for what is missing, by the names of fields; and, if asked, with the common dtype of fields of
/// one name (NumPy's `autoconvert`, which takes the larger one).
///
/// ```
/// use ndtype::{Array, Scalar, array, recfunctions::stack_arrays_with};
/// let a = Array::from_columns([("id", array![1u8, 2])])?;
/// let b = Array::from_columns([("id", array![300]), ("x", array![0.5])])?;
/// let both = stack_arrays_with(&[&a, &b], &[("x", Scalar::from(-1.0))], true)?;
/// assert_eq!(both.get_scalar(&[0])?.to_string(), "(1, -1.0)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn stack_arrays_with(arrays: &[&Array], defaults: &[(&str, Scalar)], autoconvert: bool) -> Result<Array> {
    if let [only] = arrays {
        return Ok((*only).clone());
    }
    let arrays: Vec<Array> = arrays.iter().map(|a| a.ravel()).collect::<Result<_>>()?;
    if arrays.iter().all(|a| !matches!(a.dtype(), Dtype::Struct(_))) {
        return concatenate(&arrays.iter().collect::<Vec<_>>(), 0);
    }
    let mut fields: Vec<(String, Dtype)> = Vec::new();
    for array in &arrays {
        super::check_records(array.dtype())?;
        for (name, dtype) in field_dtypes(array.dtype()) {
            match fields.iter_mut().find(|(other, _)| *other == name) {
                None => fields.push((name, dtype)),
                Some((_, common)) if autoconvert => *common = common.promote(&dtype)?,
                Some((_, common)) if *common != dtype => {
                    return Err(DtypeError::WrongType { expected: common.clone(), dtype }.into());
                }
                Some(_) => {}
            }
        }
    }
    let dtype = Dtype::structured(fields.iter().map(|(name, dtype)| (name.as_str(), dtype)))?;
    let mut output = Array::zeros([arrays.iter().map(Array::size).sum()], &dtype)?;
    for (name, dtype) in &fields {
        let mut at = 0;
        for array in &arrays {
            let end = at + array.size() as isize;
            let place = [Index::from(name.as_str()), Index::from(at..end)];
            if array.field_names().contains(&name.as_str()) {
                output.set(place, array.field(name)?)?;
            } else {
                output.set(place, filler(name, dtype, defaults)?)?;
            }
            at = end;
        }
    }
    Ok(output)
}

/// What stands for a missing element of a field.
fn filler(name: &str, dtype: &Dtype, defaults: &[(&str, Scalar)]) -> Result<Array> {
    match defaults.iter().find(|(field, _)| *field == name) {
        Some((_, value)) => Array::from_scalar(value.clone()),
        None => default_fill(dtype),
    }
}

/// The elements that occur several times, or those of whose field (or path to one, `"a.b"`) the value does, in order, with their positions: NumPy's
/// `find_duplicates`. Of elements that are alike, the first comes first. An error if there is no such field, or no order.
///
/// ```
/// use ndtype::{array, recfunctions::find_duplicates};
/// let (found, at) = find_duplicates(&array![(1, 'a' as u8), (2, b'b'), (1, b'c')], Some("f0"))?;
/// assert_eq!((found.size(), at.to_vec::<i64>()?), (2, vec![0, 2]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn find_duplicates(a: &Array, key: Option<&str>) -> Result<(Array, Array)> {
    let a = a.ravel()?;
    let base = match key {
        Some(key) => a.field(key)?,
        None => a.clone(),
    };
    let order = argsort(&base, Sort::new())?;
    let same = same_as_next(&take(&base, &order, 0)?)?;
    let alike = |i: usize| (i > 0 && same[i - 1]) || same.get(i) == Some(&true);
    let flags = Array::from_vec((0..base.size()).map(alike).collect::<Vec<bool>>())?;
    let at = order.get([Index::from(&flags)])?;
    Ok((take(&a, &at, 0)?, at))
}

/// Which elements are equal to the next.
fn same_as_next(sorted: &Array) -> Result<Vec<bool>> {
    if sorted.size() < 2 {
        return Ok(Vec::new());
    }
    equal(&sorted.get("1:")?, &sorted.get(":-1")?)?.to_vec()
}

/// Which records [`join_by`] keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JoinType {
    /// Those whose keys are in both arrays.
    #[default]
    Inner,
    /// All.
    Outer,
    /// Those of the first array.
    LeftOuter,
}

/// How records are joined: what [`join_by`] takes beside the arrays.
#[derive(Clone, Debug)]
#[must_use]
pub struct JoinBy<'a> {
    keys: Vec<&'a str>,
    kind: JoinType,
    postfixes: [&'a str; 2],
    defaults: Vec<(&'a str, Scalar)>,
}

impl<'a> JoinBy<'a> {
    /// By these fields, which both arrays have.
    pub fn new(keys: impl IntoIterator<Item = &'a str>) -> JoinBy<'a> {
        JoinBy { keys: keys.into_iter().collect(), kind: JoinType::Inner, postfixes: ["1", "2"], defaults: Vec::new() }
    }

    /// Which records are kept: NumPy's `jointype`.
    pub fn kind(mut self, kind: JoinType) -> JoinBy<'a> {
        self.kind = kind;
        self
    }

    /// What is added to the names of fields that both have and that are no keys: NumPy's `r1postfix` and `r2postfix`.
    pub fn postfixes(mut self, first: &'a str, second: &'a str) -> JoinBy<'a> {
        self.postfixes = [first, second];
        self
    }

    /// What stands for missing elements of a field of the result.
    pub fn default(mut self, name: &'a str, value: impl Into<Scalar>) -> JoinBy<'a> {
        self.defaults.push((name, value.into()));
        self
    }
}

/// Joins two arrays of records by the values of fields: NumPy's `join_by`, without a mask. The result is in the order of the keys; what is
/// missing is [`default_fill`], or what is given.
///
/// Keys may occur several times: each record of one array then meets each of the other (NumPy pairs them in other ways, and says
/// that they must not).
///
/// Errors: a key that one of the arrays does not have, or that is named twice; names that collide without a postfix.
///
/// ```
/// use ndtype::{Array, array, recfunctions::{JoinBy, JoinType, join_by}};
/// let prices = Array::from_columns([("id", array![3, 1]), ("price", array![0.5, 1.5])])?;
/// let names = Array::from_columns([("id", array![1, 2]), ("name", array!["pen", "ink"])])?;
/// let both = join_by(&prices, &names, &JoinBy::new(["id"]))?;
/// assert_eq!(both.get_scalar(&[0])?.to_string(), "(1, 1.5, 'pen')");
/// let all = join_by(&prices, &names, &JoinBy::new(["id"]).kind(JoinType::Outer).default("price", f64::NAN))?;
/// assert_eq!(all.get_scalar(&[1])?.to_string(), "(2, nan, 'ink')");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn join_by(first: &Array, second: &Array, how: &JoinBy<'_>) -> Result<Array> {
    let (first, second) = (first.ravel()?, second.ravel()?);
    let fields = joined_fields(first.dtype(), second.dtype(), how)?;
    // All keys in one array, the first array's first.
    let mut keys = Array::zeros(
        [first.size() + second.size()],
        Dtype::structured(fields.iter().filter(|f| f.is_key()).map(|f| (f.name.as_str(), &f.dtype)))?,
    )?;
    let split = first.size() as isize;
    for field in fields.iter().filter(|f| f.is_key()) {
        let name = Index::from(field.name.as_str());
        keys.set([name.clone(), Index::from(..split)], first.field(&field.name)?)?;
        keys.set([name, Index::from(split..)], second.field(&field.name)?)?;
    }
    let order = argsort(&keys, Sort::new().order(how.keys.iter().copied()))?;
    let same = same_as_next(&take(&keys, &order, 0)?)?;
    let pairs = pairs(&order.to_vec::<i64>()?, &same, split as i64, how.kind);

    let mut output = Array::zeros(
        [pairs.len()],
        Dtype::structured(fields.iter().map(|field| (field.name.as_str(), &field.dtype)))?,
    )?;
    for field in &fields {
        for (source, name, side) in [(&first, &field.from[0], 0), (&second, &field.from[1], 1)] {
            let Some(name) = name else { continue };
            let (mut to, mut from) = (Vec::new(), Vec::new());
            for (i, pair) in (0i64..).zip(&pairs) {
                if let Some(at) = pair[side] {
                    to.push(i);
                    from.push(at);
                }
            }
            let values = take(&source.field(name)?, &Array::from_vec(from)?, 0)?;
            output.set([Index::from(field.name.as_str()), Index::from(Array::from_vec(to)?)], values)?;
        }
        if !field.is_key() {
            let side = usize::from(field.from[0].is_none());
            let missing: Vec<bool> = pairs.iter().map(|pair| pair[side].is_none()).collect();
            if missing.contains(&true) {
                let fill = filler(&field.name, &field.dtype, &how.defaults)?;
                output.set([Index::from(field.name.as_str()), Index::from(Array::from_vec(missing)?)], fill)?;
            }
        }
    }
    Ok(output)
}

/// The same as [`join_by`]: NumPy's `rec_join`, whose result is of another class.
pub fn rec_join(first: &Array, second: &Array, how: &JoinBy<'_>) -> Result<Array> {
    join_by(first, second, how)
}

/// A field of the result, and from which fields of the two arrays it is; from both if it is a key.
struct Joined {
    name: String,
    dtype: Dtype,
    from: [Option<String>; 2],
}

impl Joined {
    fn is_key(&self) -> bool {
        self.from.iter().all(Option::is_some)
    }
}

fn joined_fields(first: &Dtype, second: &Dtype, how: &JoinBy<'_>) -> Result<Vec<Joined>> {
    super::check_records(first)?;
    super::check_records(second)?;
    let keys = &how.keys;
    if let Some((_, key)) = keys.iter().enumerate().find(|(i, key)| keys[..*i].contains(key)) {
        return Err(refused("duplicate join key", *key));
    }
    for key in keys {
        first.field(key)?;
        second.field(key)?;
    }
    let mut fields = Vec::new();
    for (name, dtype) in field_dtypes(first).filter(|(name, _)| keys.contains(&name.as_str())) {
        let dtype = dtype.promote(second.field(&name)?.dtype())?;
        fields.push(Joined { from: [Some(name.clone()), Some(name.clone())], name, dtype });
    }
    for (name, dtype) in field_dtypes(first).filter(|(name, _)| !keys.contains(&name.as_str())) {
        fields.push(Joined { from: [Some(name.clone()), None], name, dtype });
    }
    for (name, dtype) in field_dtypes(second).filter(|(name, _)| !keys.contains(&name.as_str())) {
        let added = Joined { from: [None, Some(name.clone())], name, dtype };
        match fields.iter().position(|field| field.name == added.name) {
            None => fields.push(added),
            Some(_) if how.postfixes == ["", ""] => {
                return Err(refused("a field of both arrays needs a postfix in one of them", added.name));
            }
            Some(at) => {
                fields[at].name.push_str(how.postfixes[0]);
                let name = format!("{}{}", added.name, how.postfixes[1]);
                fields.insert(at + 1, Joined { name, ..added });
            }
        }
    }
    Ok(fields)
}

/// Which element of the first array goes with which of the second, in the order of the keys.
fn pairs(order: &[i64], same: &[bool], split: i64, kind: JoinType) -> Vec<[Option<i64>; 2]> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        while same.get(end - 1) == Some(&true) {
            end += 1;
        }
        let group = &order[start..end];
        let left: Vec<i64> = group.iter().copied().filter(|&i| i < split).collect();
        let right: Vec<i64> = group.iter().copied().filter(|&i| i >= split).map(|i| i - split).collect();
        match (left.is_empty(), right.is_empty()) {
            (false, false) => {
                found.extend(left.iter().flat_map(|&i| right.iter().map(move |&j| [Some(i), Some(j)])));
            }
            (false, true) if kind != JoinType::Inner => found.extend(left.iter().map(|&i| [Some(i), None])),
            (true, false) if kind == JoinType::Outer => found.extend(right.iter().map(|&j| [None, Some(j)])),
            _ => {}
        }
        start = end;
    }
    found
}
