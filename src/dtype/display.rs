//! How dtypes print: `Display` (NumPy's `str(dtype)`), `repr`, `name`, the array-protocol string, the npy descriptor.
//!
//! `Display` parses back to an equal dtype. Where NumPy's own text would not, because it drops the alignment of a nested
//! record, an empty field name or the byte order of an ML format, ours says it (DTYPE_REFERENCE.md lists these).

use std::fmt::{self, Write};

use super::error::DtypeError;
use super::{ByteOrder, Dtype, Field, StructDtype, SubArrayDtype};
use crate::error::Result;

/// How a dtype is written inside another one.
#[derive(Clone, Copy)]
struct Style {
    /// `'<f8'` rather than `'float64'`.
    short: bool,
    /// The alignment that a reader assumes for records at this place.
    aligned: bool,
}

impl Dtype {
    /// NumPy's `dtype.name`: `float64`, `bytes40`, `str160`, `datetime64[us]`, `void96`.
    pub fn name(&self) -> String {
        let bits = |stem: &str, bytes: usize| match bytes {
            0 => stem.to_owned(),
            _ => format!("{stem}{}", bytes as u128 * 8),
        };
        match self.native_scalar() {
            Dtype::Bytes(n) => bits("bytes", *n),
            Dtype::Unicode(_) => bits("str", self.itemsize()),
            Dtype::String => "StringDType128".to_owned(),
            Dtype::Object => "object".to_owned(),
            Dtype::Void(n) => bits("void", *n),
            Dtype::Struct(_) | Dtype::SubArray(_) => bits("void", self.itemsize()),
            Dtype::Datetime64(unit) if unit.is_generic() => "datetime64".to_owned(),
            Dtype::Timedelta64(unit) if unit.is_generic() => "timedelta64".to_owned(),
            Dtype::Datetime64(unit) => format!("datetime64[{unit}]"),
            Dtype::Timedelta64(unit) => format!("timedelta64[{unit}]"),
            scalar => scalar.scalar_type().map_or("", |t| t.name).to_owned(),
        }
    }

    /// The array-protocol type string, NumPy's `dtype.str`: `<f8`, `|S5`, `<M8[us]`, `|V12` for records.
    ///
    /// As in NumPy, the ML formats read `<V2`, `<V1` here: their type is only in [`name`](Dtype::name) and `Display`.
    pub fn str(&self) -> String {
        let order = match self.byte_order() {
            ByteOrder::Native => ByteOrder::native_char(),
            // ml_dtypes' single-byte types call themselves native, NumPy's are without order.
            ByteOrder::Irrelevant if self.scalar_type().is_some_and(|t| t.ml) => ByteOrder::native_char(),
            other => other.char(),
        };
        match self.native_scalar() {
            Dtype::Object => "|O".to_owned(),
            Dtype::String => "StringDType()".to_owned(),
            Dtype::Struct(_) | Dtype::SubArray(_) => format!("|V{}", self.itemsize()),
            scalar => format!("{order}{}", scalar.sized_code()),
        }
    }

    /// The type's letter and size without its byte order: `f8`, `S5`, `M8[us]`.
    fn sized_code(&self) -> String {
        match self {
            Dtype::Bytes(n) => format!("S{n}"),
            Dtype::Unicode(n) => format!("U{n}"),
            Dtype::Void(n) => format!("V{n}"),
            Dtype::Datetime64(unit) if unit.is_generic() => "M8".to_owned(),
            Dtype::Timedelta64(unit) if unit.is_generic() => "m8".to_owned(),
            Dtype::Datetime64(unit) => format!("M8[{unit}]"),
            Dtype::Timedelta64(unit) => format!("m8[{unit}]"),
            _ => self.scalar_type().map_or("", |t| t.code).to_owned(),
        }
    }

    /// What NumPy's `repr(dtype)` prints: `dtype('float64')`, `dtype([('x', '<i4')], align=True)`.
    pub fn repr(&self) -> String {
        if *self == Dtype::String {
            return "StringDType()".to_owned();
        }
        let aligned = self.is_aligned_struct();
        let mut out = String::from("dtype(");
        self.write_inside(&mut out, Style { short: false, aligned });
        out.push_str(if aligned { ", align=True)" } else { ")" });
        out
    }

    /// The descriptor that an npy header holds for this dtype, as a Python literal: `'<f8'`, `[('x', '<i4'), ('', '|V4')]`.
    ///
    /// Padding becomes unnamed void fields. Errors: a variable-width string has no npy form; records whose fields
    /// overlap or are out of order have no descriptor.
    ///
    /// ```
    /// use ndtype::Dtype;
    /// let dt = Dtype::structured_aligned([("flag", "?"), ("x", "f8")])?;
    /// assert_eq!(dt.descr()?, "[('flag', '|b1'), ('', '|V7'), ('x', '<f8')]");
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn descr(&self) -> Result<String> {
        let mut out = String::new();
        let written = match self {
            // The header has the shape of the array to hold these dimensions.
            Dtype::SubArray(sub) if !sub.base().holds_strings() => {
                write_quoted(&mut out, &self.str());
                Ok(())
            }
            _ => self.write_descr(&mut out),
        };
        written.map_err(|reason| DtypeError::NoDescr { dtype: self.clone(), reason })?;
        Ok(out)
    }

    fn write_descr(&self, out: &mut String) -> Result<(), &'static str> {
        match self {
            Dtype::String => return Err("npy files cannot hold variable-width strings"),
            Dtype::Struct(record) => {
                let mut next = 0;
                out.push('[');
                for field in record.fields() {
                    if field.offset() < next {
                        return Err("its fields overlap or are out of order");
                    }
                    write_padding(out, field.offset() - next);
                    next = field.end();
                    separate(out, '[');
                    write_field_name(out, field);
                    match field.dtype() {
                        Dtype::SubArray(sub) => write_descr_of_sub_array(out, sub)?,
                        dtype => dtype.write_descr(out)?,
                    }
                    out.push(')');
                }
                write_padding(out, record.itemsize() - next);
                out.push(']');
            }
            Dtype::SubArray(sub) => {
                out.push('(');
                write_descr_of_sub_array(out, sub)?;
                out.push(')');
            }
            // Two of ml_dtypes' codes, `f1` and `W4`, are not read back by NumPy; as void every one of them is.
            _ => match self.native_scalar().scalar_type() {
                Some(t) if t.ml => write_quoted(out, &format!("{}V{}", &self.str()[..1], t.size)),
                _ => write_quoted(out, &self.str()),
            },
        }
        Ok(())
    }

    fn holds_strings(&self) -> bool {
        match self {
            Dtype::String => true,
            Dtype::SubArray(sub) => sub.base().holds_strings(),
            Dtype::Struct(record) => record.fields().iter().any(|f| f.dtype().holds_strings()),
            _ => false,
        }
    }

    /// What stands inside `dtype(...)`, and in a record as a field's format.
    fn write_inside(&self, out: &mut String, style: Style) {
        match self {
            Dtype::Struct(record) => write_record(out, record, style.aligned),
            Dtype::SubArray(sub) => write_sub_array(out, sub, style.aligned),
            Dtype::Bool if style.short => out.push_str("'?'"),
            Dtype::Object => out.push_str("'O'"),
            Dtype::String => out.push_str("'T'"),
            Dtype::Bytes(0) => out.push_str("'S'"),
            Dtype::Void(0) => out.push_str("'V'"),
            _ => match self.scalar_type() {
                // ml_dtypes' types stand bare, as the Python names they are.
                Some(t) if t.ml => out.push_str(t.name),
                Some(t) if !style.short => write_quoted(out, t.name),
                _ => match self.native_scalar() {
                    // A swapped one has no spelling in NumPy; the order before the name is ours.
                    native if native.scalar_type().is_some_and(|t| t.ml) => write_quoted(out, &self.to_string()),
                    Dtype::Unicode(0) => write_quoted(out, self.str().trim_end_matches('0')),
                    _ => write_quoted(out, self.str().trim_start_matches('|')),
                },
            },
        }
    }
}

/// NumPy's `str(dtype)`: a name (`float64`), a code where the name would lose something (`>f8`, `|S5`), a Python literal
/// for records and sub-arrays. It parses back to an equal dtype.
impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Dtype::Struct(record) => {
                let mut out = String::new();
                write_record(&mut out, record, false);
                out
            }
            Dtype::SubArray(sub) => {
                let mut out = String::new();
                write_sub_array(&mut out, sub, false);
                out
            }
            Dtype::Bytes(_) | Dtype::Unicode(_) | Dtype::Void(_) => self.str(),
            Dtype::String => "StringDType()".to_owned(),
            Dtype::Swapped(swapped) => match swapped.native().scalar_type() {
                Some(t) if t.ml => format!("{}{}", ByteOrder::SWAPPED.char(), t.name),
                _ => self.str(),
            },
            _ => match self.scalar_type() {
                Some(t) => return f.pad(t.name),
                None => self.name(),
            },
        };
        f.pad(&text)
    }
}

/// A record as a list of fields, or as a dict where the list would not say everything. `assumed` is the alignment that
/// the reader assumes at this place.
fn write_record(out: &mut String, record: &StructDtype, assumed: bool) {
    let unnamed = record.fields().iter().any(|f| f.name().is_empty());
    if record.is_aligned() == assumed && record.has_default_layout() && !unnamed {
        write_record_list(out, record);
    } else {
        write_record_dict(out, record, assumed);
    }
}

fn write_record_list(out: &mut String, record: &StructDtype) {
    let style = Style { short: true, aligned: record.is_aligned() };
    out.push('[');
    for field in record.fields() {
        separate(out, '[');
        write_field_name(out, field);
        match field.dtype() {
            Dtype::SubArray(sub) => {
                sub.base().write_inside(out, style);
                out.push_str(", ");
                write_shape(out, sub.shape());
            }
            dtype => dtype.write_inside(out, style),
        }
        out.push(')');
    }
    out.push(']');
}

fn write_record_dict(out: &mut String, record: &StructDtype, assumed: bool) {
    let style = Style { short: true, aligned: record.is_aligned() };
    let mut list = |key: &str, write: &dyn Fn(&mut String, &Field)| {
        out.push_str(key);
        for (i, field) in record.fields().iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            write(out, field);
        }
    };
    list("{'names': [", &|out, f| write_quoted(out, f.name()));
    list("], 'formats': [", &|out, f| f.dtype().write_inside(out, style));
    list("], 'offsets': [", &|out, f| _ = write!(out, "{}", f.offset()));
    if record.fields().iter().any(|f| f.title().is_some()) {
        list("], 'titles': [", &|out, f| match f.title() {
            Some(title) => write_quoted(out, title),
            None => out.push_str("None"),
        });
    }
    _ = write!(out, "], 'itemsize': {}", record.itemsize());
    out.push_str(match (record.is_aligned(), assumed) {
        (true, false) => ", 'aligned': True}",
        (false, true) => ", 'aligned': False}",
        _ => "}",
    });
}

fn write_sub_array(out: &mut String, sub: &SubArrayDtype, aligned: bool) {
    out.push('(');
    sub.base().write_inside(out, Style { short: true, aligned });
    out.push_str(", ");
    write_shape(out, sub.shape());
    out.push(')');
}

fn write_descr_of_sub_array(out: &mut String, sub: &SubArrayDtype) -> Result<(), &'static str> {
    sub.base().write_descr(out)?;
    out.push_str(", ");
    write_shape(out, sub.shape());
    Ok(())
}

/// `('name', ` or `(('title', 'name'), `: the start of a field's tuple.
fn write_field_name(out: &mut String, field: &Field) {
    out.push('(');
    if let Some(title) = field.title() {
        out.push('(');
        write_quoted(out, title);
        out.push_str(", ");
        write_quoted(out, field.name());
        out.push_str("), ");
    } else {
        write_quoted(out, field.name());
        out.push_str(", ");
    }
}

fn write_padding(out: &mut String, bytes: usize) {
    if bytes > 0 {
        separate(out, '[');
        _ = write!(out, "('', '|V{bytes}')");
    }
}

/// A comma, unless the list was only just opened.
fn separate(out: &mut String, open: char) {
    if !out.ends_with(open) {
        out.push_str(", ");
    }
}

/// A Python tuple of integers: `(2,)`, `(2, 3)`.
fn write_shape(out: &mut String, shape: &[usize]) {
    out.push('(');
    for (i, n) in shape.iter().enumerate() {
        _ = write!(out, "{}{n}", if i > 0 { ", " } else { "" });
    }
    out.push_str(if shape.len() == 1 { ",)" } else { ")" });
}

/// Python's `repr` of a string.
pub(crate) fn py_repr(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(&mut out, text);
    out
}

fn write_quoted(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c == quote => out.extend(['\\', c]),
            _ if is_printable(c) => out.push(c),
            _ if (c as u32) < 0x100 => _ = write!(out, "\\x{:02x}", c as u32),
            _ if (c as u32) < 0x1_0000 => _ = write!(out, "\\u{:04x}", c as u32),
            _ => _ = write!(out, "\\U{:08x}", c as u32),
        }
    }
    out.push(quote);
}

/// Python's `str.isprintable`, by way of the same Unicode property in Rust's `escape_debug`. A combining mark counts as
/// printable in both unless it stands first, hence the letter before it.
fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let mut buffer = [b'a'; 5];
    let len = c.encode_utf8(&mut buffer[1..]).len();
    match std::str::from_utf8(&buffer[..=len]) {
        Ok(text) => text.escape_debug().nth(1) == Some(c),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::py_repr;

    #[test]
    fn quotes_as_python_does() {
        for (text, repr) in [
            ("it's", r#""it's""#),
            ("\"q\"", "'\"q\"'"),
            ("both'\"", r#"'both\'"'"#),
            ("tab\t", r"'tab\t'"),
            ("é", "'é'"),
            ("\u{200b}", r"'\u200b'"),
            ("\u{7f}\u{80}", r"'\x7f\x80'"),
            ("\u{1F600}", "'\u{1F600}'"),
            ("\u{ad}", r"'\xad'"),
            ("\u{301}", "'\u{301}'"),
            ("\u{e0001}", r"'\U000e0001'"),
            ("a\\b", r"'a\\b'"),
        ] {
            assert_eq!(py_repr(text), repr);
        }
    }
}
