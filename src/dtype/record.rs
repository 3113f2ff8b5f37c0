//! Records (structured dtypes): fields with names, optional titles, dtypes and offsets.
//!
//! A [`StructDtype`] is valid by construction: every way to make one goes through [`StructBuilder::build`], which lays
//! the fields out (packed, aligned as C does, or at given offsets) and refuses what NumPy refuses.

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::error::DtypeError;
use super::{Contents, Dtype, IntoDtype, MAX_ITEMSIZE};
use crate::error::{Error, Result};

/// Above this many fields a look-up by name goes through a sorted index.
const LINEAR_LOOKUP: usize = 8;

/// A field to be laid out: what [`Dtype::from_struct_fields`] takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructField {
    /// The field's name.
    pub name: String,
    /// The field's dtype.
    pub dtype: Dtype,
    /// Where the field starts; `None` puts it right after the field before it (aligned, if the record is).
    pub offset: Option<usize>,
}

/// A field of a record, in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    name: Box<str>,
    title: Option<Box<str>>,
    dtype: Dtype,
    offset: usize,
}

impl Field {
    /// The field's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The field's title, a second name for it.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The field's dtype.
    pub fn dtype(&self) -> &Dtype {
        &self.dtype
    }

    /// Where the field starts in the record, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The byte after the field's last.
    pub(crate) fn end(&self) -> usize {
        self.offset + self.dtype.itemsize()
    }
}

/// The fields, size and alignment of a record dtype; what [`Dtype::Struct`] holds. Cloning shares it.
///
/// Two are equal when names, titles, dtypes, offsets and itemsize are; as in NumPy, whether the layout was *asked* to be
/// aligned does not count.
#[derive(Clone)]
pub struct StructDtype(Arc<Layout>);

struct Layout {
    fields: Box<[Field]>,
    /// (name or title, field) sorted by name; empty for few fields.
    index: Box<[(Box<str>, u32)]>,
    itemsize: usize,
    alignment: usize,
    aligned: bool,
    /// Some bytes are part of several fields.
    overlapping: bool,
    contents: Contents,
}

impl Dtype {
    /// Whether an element holds booleans, of which not every byte is one.
    pub(crate) fn holds_bool(&self) -> bool {
        match self {
            Dtype::Bool => true,
            Dtype::SubArray(sub) => sub.base().holds_bool(),
            _ => self.fields().iter().any(|f| f.dtype.holds_bool()),
        }
    }

    /// Whether this is a record of which some bytes are part of several fields. Its booleans may be any byte: each way to
    /// one of them has to make sure that it is one.
    pub(crate) fn has_overlapping_fields(&self) -> bool {
        matches!(self, Dtype::Struct(record) if record.0.overlapping)
    }
}

impl StructDtype {
    /// A builder for a record; the same as [`Dtype::builder`].
    pub fn builder() -> StructBuilder {
        StructBuilder::default()
    }

    /// The fields, in order.
    pub fn fields(&self) -> &[Field] {
        &self.0.fields
    }

    /// The field of this name or title.
    pub fn field(&self, name: &str) -> Option<&Field> {
        let fields = &self.0.fields;
        if self.0.index.is_empty() {
            return fields.iter().find(|f| f.name() == name || f.title() == Some(name));
        }
        let found = self.0.index.binary_search_by(|(key, _)| (**key).cmp(name)).ok()?;
        Some(&fields[self.0.index[found].1 as usize])
    }

    /// The size of one record in bytes.
    pub fn itemsize(&self) -> usize {
        self.0.itemsize
    }

    /// The alignment in bytes: that of the most aligned field if the record is aligned, else 1.
    pub fn alignment(&self) -> usize {
        self.0.alignment
    }

    /// Whether the record was asked to be aligned as C would (`align=True`).
    pub fn is_aligned(&self) -> bool {
        self.0.aligned
    }

    pub(crate) fn contents(&self) -> Contents {
        self.0.contents
    }

    /// Whether the fields follow each other as they would without explicit offsets or itemsize.
    pub(crate) fn has_default_layout(&self) -> bool {
        let mut next = 0;
        for field in self.fields() {
            let offset = if self.is_aligned() { next_aligned(next, field.dtype.alignment()) } else { Some(next) };
            if offset != Some(field.offset) {
                return false;
            }
            next = field.end();
        }
        next_aligned(next, self.alignment()) == Some(self.itemsize())
    }

    /// The same record with the byte order of each field's dtype changed.
    pub(crate) fn map_orders(&self, map: impl Fn(&Dtype) -> Dtype) -> StructDtype {
        let fields: Box<[Field]> = self.fields().iter().map(|f| Field { dtype: map(&f.dtype), ..f.clone() }).collect();
        let layout = &*self.0;
        let is_native = fields.iter().all(|f| f.dtype.is_native());
        let contents = Contents { is_native, ..layout.contents };
        StructDtype(Arc::new(Layout { fields, index: layout.index.clone(), contents, ..*layout }))
    }
}

impl PartialEq for StructDtype {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.itemsize() == other.itemsize() && self.fields() == other.fields())
    }
}

impl Eq for StructDtype {}

impl Hash for StructDtype {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fields().hash(state);
        self.itemsize().hash(state);
    }
}

impl fmt::Debug for StructDtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StructDtype")
            .field("fields", &self.0.fields)
            .field("itemsize", &self.0.itemsize)
            .field("aligned", &self.0.aligned)
            .finish()
    }
}

/// Lays out a record field by field.
///
/// ```
/// use ndtype::Dtype;
///
/// let dt = Dtype::builder()
///     .field("id", "i4")
///     .field("price", "i8").title("price in cents")
///     .field("low half", "i4").offset(8)
///     .aligned(true)
///     .build()?;
/// assert_eq!((dt.itemsize(), dt.alignment()), (16, 8));
/// assert_eq!(dt.field("price in cents")?.offset(), 8);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct StructBuilder {
    fields: Vec<NewField>,
    aligned: bool,
    itemsize: Option<usize>,
    /// The first error of a dtype conversion, reported by `build`.
    error: Option<Error>,
}

#[derive(Debug)]
struct NewField {
    name: Box<str>,
    title: Option<Box<str>>,
    dtype: Dtype,
    offset: Option<usize>,
}

impl StructBuilder {
    /// Adds a field after the one before it.
    pub fn field(self, name: impl Into<String>, dtype: impl IntoDtype) -> Self {
        self.push(name.into(), None, dtype, None)
    }

    /// Adds fields that may have offsets.
    pub fn fields(self, fields: impl IntoIterator<Item = StructField>) -> Self {
        fields.into_iter().fold(self, |builder, f| builder.push(f.name, None, f.dtype, f.offset))
    }

    /// Gives the field added last a title: a second name to find it by.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.title = Some(title.into().into_boxed_str());
        }
        self
    }

    /// Puts the field added last at a byte offset. Fields may overlap, unless they own memory.
    pub fn offset(mut self, offset: usize) -> Self {
        if let Some(field) = self.fields.last_mut() {
            field.offset = Some(offset);
        }
        self
    }

    /// Adds a field with every choice given.
    pub(crate) fn push(
        mut self,
        name: String,
        title: Option<String>,
        dtype: impl IntoDtype,
        offset: Option<usize>,
    ) -> Self {
        match dtype.into_dtype() {
            Ok(dtype) => {
                let (name, title) = (name.into_boxed_str(), title.map(String::into_boxed_str));
                self.fields.push(NewField { name, title, dtype, offset });
            }
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        self
    }

    /// Whether fields without an offset are aligned as C would, and the size padded (`align=True`).
    pub fn aligned(mut self, aligned: bool) -> Self {
        self.aligned = aligned;
        self
    }

    /// The size of the record, if larger than its fields need.
    pub fn itemsize(mut self, itemsize: usize) -> Self {
        self.itemsize = Some(itemsize);
        self
    }

    /// Lays the fields out.
    ///
    /// Errors: a name or title that occurs twice, an offset or itemsize that does not fit, fields that own memory and
    /// overlap others, a size above 2,147,483,647 bytes.
    pub fn build(self) -> Result<Dtype> {
        if let Some(error) = self.error {
            return Err(error);
        }
        Ok(Dtype::Struct(self.layout()?))
    }

    fn layout(self) -> Result<StructDtype, DtypeError> {
        let overflow = DtypeError::SizeOverflow { what: "record" };
        check_names(&self.fields)?;
        let (mut end, mut alignment, mut out_of_order) = (0usize, 1usize, false);
        let mut previous_end = 0usize;
        let mut fields = Vec::with_capacity(self.fields.len());
        for NewField { name, title, dtype, offset } in self.fields {
            let align = if self.aligned { dtype.alignment() } else { 1 };
            let offset = match offset {
                Some(offset) if offset % align != 0 => {
                    return Err(DtypeError::OffsetMisaligned { name: name.into(), offset, alignment: align });
                }
                Some(offset) => offset,
                None => next_aligned(previous_end, align).ok_or_else(|| overflow.clone())?,
            };
            out_of_order |= offset < end;
            previous_end =
                offset.checked_add(dtype.itemsize()).filter(|&e| e <= MAX_ITEMSIZE).ok_or_else(|| overflow.clone())?;
            end = end.max(previous_end);
            alignment = alignment.max(align);
            fields.push(Field { name, title, dtype, offset });
        }
        let overlapping = out_of_order && check_overlap(&fields)?;
        let needed = next_aligned(end, alignment).filter(|&e| e <= MAX_ITEMSIZE).ok_or_else(|| overflow.clone())?;
        let itemsize = match self.itemsize {
            None => needed,
            Some(given) if given < needed => return Err(DtypeError::ItemsizeTooSmall { needed, given }),
            Some(given) if given % alignment != 0 => {
                return Err(DtypeError::ItemsizeMisaligned { given, alignment });
            }
            Some(given) if given > MAX_ITEMSIZE => return Err(overflow),
            Some(given) => given,
        };
        let index = name_index(&fields);
        let contents = Contents::of(fields.iter().map(|f| &f.dtype))?;
        let (fields, aligned) = (fields.into(), self.aligned);
        Ok(StructDtype(Arc::new(Layout { fields, index, itemsize, alignment, aligned, overlapping, contents })))
    }
}

/// The next multiple of `alignment` at or after `offset`.
fn next_aligned(offset: usize, alignment: usize) -> Option<usize> {
    offset.checked_next_multiple_of(alignment)
}

/// Names and titles share one name space, in which each may occur once.
fn check_names(fields: &[NewField]) -> Result<(), DtypeError> {
    let names = || fields.iter().flat_map(|f| std::iter::once(&f.name).chain(&f.title));
    let twice = if fields.len() <= LINEAR_LOOKUP {
        names().enumerate().find(|(i, name)| names().take(*i).any(|earlier| earlier == *name)).map(|(_, name)| name)
    } else {
        let mut seen = HashSet::with_capacity(fields.len());
        names().find(|name| !seen.insert(&***name))
    };
    match twice {
        Some(name) => Err(DtypeError::DuplicateField { name: name.to_string() }),
        None => Ok(()),
    }
}

/// Whether fields overlap. One that owns memory must not: each owner is dropped once.
fn check_overlap(fields: &[Field]) -> Result<bool, DtypeError> {
    // At one offset the smaller first, so that a field without bytes there overlaps nothing.
    let mut by_offset: Vec<&Field> = fields.iter().collect();
    by_offset.sort_by_key(|f| (f.offset, f.dtype.itemsize()));
    // The furthest-reaching field so far, and the furthest-reaching one that owns memory.
    let (mut reach, mut owner): (usize, Option<&Field>) = (0, None);
    let mut overlapping = false;
    for field in by_offset {
        let owns = field.dtype.has_object();
        if owns && field.offset < reach {
            return Err(DtypeError::OverlappingObjects { name: field.name().into() });
        }
        if let Some(owner) = owner.filter(|owner| field.offset < owner.end()) {
            return Err(DtypeError::OverlappingObjects { name: owner.name().into() });
        }
        overlapping |= field.offset < reach && field.dtype.itemsize() > 0;
        reach = reach.max(field.end());
        if owns {
            owner = Some(field);
        }
    }
    Ok(overlapping)
}

fn name_index(fields: &[Field]) -> Box<[(Box<str>, u32)]> {
    if fields.len() <= LINEAR_LOOKUP {
        return Box::default();
    }
    let mut index: Vec<(Box<str>, u32)> = (0u32..)
        .zip(fields)
        .flat_map(|(i, f)| std::iter::once(&f.name).chain(&f.title).map(move |name| (name.clone(), i)))
        .collect();
    index.sort();
    index.into()
}
