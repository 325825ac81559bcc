//! Takes the steps of a program and prints a line of JSON for each.
#![allow(dead_code)]

use serde::Deserialize;
use serde_json::{json, Value};
use std::future::Future;
use std::time::Duration;

#[derive(Deserialize)]
pub struct Address {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: String,
    pub database: String,
}

pub const GROUPED: &str = "SELECT status, COUNT(*) AS n, SUM(total) AS total, SUM(revenue) AS revenue, MIN(created_at) AS first \
    FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST";
pub const ROWS: &str =
    "SELECT id, customer_id, status, amount, price, is_paid, created_at FROM orders WHERE id <= 5 ORDER BY id";
pub const PAGED: &str = "SELECT id, status, amount FROM orders ORDER BY id";
pub const SLOW: &str = "SELECT COUNT(*) AS n FROM slow";
pub const PARAMETERS: &str =
    "SELECT id, status, created_at FROM orders WHERE status = $1 AND id <= $2 AND created_at >= $3 ORDER BY id";
pub const VALUES: &str = "SELECT 12345678901::int8 AS a, 7::int4 AS b, 3::int2 AS c, 1.50::numeric(10,2) AS d, 0.1::float8 AS e, \
    0.5::float4 AS f, true AS g, 'é'::text AS h, DATE '2024-02-29' AS i, TIMESTAMP '2024-02-29 10:11:12.000345' AS j, \
    NULL::text AS k, ARRAY['x', NULL, 'y']::text[] AS l";
pub const DESCRIBE: &str = "SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), a.attnotnull FROM pg_attribute a \
    WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 ORDER BY a.attnum";
pub const LIST: &str = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = $1 ORDER BY 1";

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

pub fn address() -> Address {
    serde_json::from_str(&std::env::var("WIRE").expect("WIRE names the server")).expect("WIRE is JSON")
}

fn say(name: &str, key: &str, value: Value) {
    println!("{{\"step\":{},{}:{}}}", json!(name), json!(key), value);
}

/// Takes a step, which ends after a minute. The program goes on after an error.
pub async fn step(name: &str, act: impl Future<Output = Result<Value, Failure>>) {
    match tokio::time::timeout(Duration::from_secs(60), act).await {
        Ok(Ok(got)) => say(name, "got", got),
        Ok(Err(error)) => say(name, "error", json!(format!("{error:?}"))),
        Err(_) => say(name, "error", json!("the step took longer than a minute")),
    }
}

pub fn lacks(name: &str, why: &str) {
    say(name, "lacks", json!(why));
}

/// Has the server started again.
pub fn await_restart() {
    println!("{{\"step\":\"restart\"}}");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).expect("an answer");
    assert_eq!(line.trim(), "restarted");
}
