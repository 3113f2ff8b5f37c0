//! A sensor log: text into records with dates, filtered, grouped by day, joined with a table of stations.
//!
//! `cargo run --example sensor_log`

use ndtype::recfunctions::{JoinBy, join_by};
use ndtype::{self as np, Array, Index, Result, array};

const LOG: &str = "\
2024-02-28T21:30:00,north,3.5,ok
2024-02-28T23:10:00,south,4.25,ok
2024-02-29T06:00:00,north,-1.5,ok
2024-02-29T06:05:00,south,99.0,fault
2024-02-29T12:45:00,north,6.0,ok
2024-02-29T18:20:00,south,5.5,ok
2024-03-01T00:15:00,south,2.0,ok
2024-03-01T09:40:00,north,7.25,ok
";

fn main() -> Result<()> {
    let dtype = "[('time', '<M8[s]'), ('station', '<U8'), ('reading', [('celsius', '<f8'), ('state', '<U5')])]";
    let rows: Vec<_> = LOG
        .lines()
        .filter_map(|line| {
            let mut cells = line.split(',');
            Some((cells.next()?, cells.next()?, (cells.next()?, cells.next()?)))
        })
        .collect();
    let log = Array::from_nested_dtype(rows, dtype)?;
    println!("{} records of {} bytes, the first: {}\n", log.size(), log.itemsize(), log.get_scalar(&[0])?);

    // Fields are views; a path leads into a field of a field.
    let good = log.get([Index::from(np::equal(&log.field("reading.state")?, "ok")?)])?;
    let days = good.field("time")?.astype("M8[D]")?;
    println!("day         count   min    mean   max");
    for day in np::unique(&days)?.scalars()? {
        let celsius = good.get([Index::from(np::equal(&days, day.clone())?)])?.field("reading.celsius")?;
        let number = |a: Array| a.item::<f64>();
        let (low, mean, high) = (number(celsius.min(..)?)?, number(celsius.mean(..)?)?, number(celsius.max(..)?)?);
        println!("{day}  {:>5}  {low:>5.2}  {mean:>5.2}  {high:>5.2}", celsius.size());
    }

    // The warmest reading of each station, beside what is known of the station.
    let order = np::argsort(&good.field("reading.celsius")?, -1)?;
    let sorted = np::take(&good, &order, 0)?;
    let names = np::unique(&good.field("station")?)?;
    let mut warmest = Vec::new();
    for name in names.scalars()? {
        let own = sorted.get([Index::from(np::equal(&sorted.field("station")?, name)?)])?;
        warmest.push(own.get("-1:")?);
    }
    let warmest = np::concatenate(&warmest.iter().collect::<Vec<_>>(), 0)?;
    let stations = Array::from_columns([("station", array!["north", "south"]), ("altitude", array![820, 410])])?;
    println!("\n{}", join_by(&warmest, &stations, &JoinBy::new(["station"]))?);
    Ok(())
}
