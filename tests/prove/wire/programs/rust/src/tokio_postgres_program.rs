//! Asks by tokio-postgres.

mod steps;

use chrono::{NaiveDate, NaiveDateTime};
use futures_util::{pin_mut, TryStreamExt};
use rust_decimal::Decimal;
use serde_json::{json, Value};
use std::time::Duration;
use steps::{address, await_restart, step, Failure};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, NoTls, Row};

fn connector() -> postgres_native_tls::MakeTlsConnector {
    let trusting = native_tls::TlsConnector::builder().danger_accept_invalid_certs(true).build().expect("TLS");
    postgres_native_tls::MakeTlsConnector::new(trusting)
}

async fn connect(tls: bool) -> Result<Client, Failure> {
    let place = address();
    let mut config = Config::new();
    config.host(&place.host).port(place.port).user(&place.user).password(&place.password).dbname(&place.database);
    config.connect_timeout(Duration::from_secs(20));
    if tls {
        config.ssl_mode(SslMode::Require);
        let (client, connection) = config.connect(connector()).await?;
        tokio::spawn(connection);
        return Ok(client);
    }
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

fn shown(row: &Row) -> Value {
    let values = row.columns().iter().enumerate().map(|(at, column)| match *column.type_() {
        Type::BOOL => json!(row.get::<_, Option<bool>>(at)),
        Type::INT2 => json!(row.get::<_, Option<i16>>(at)),
        Type::INT4 => json!(row.get::<_, Option<i32>>(at)),
        Type::INT8 => json!(row.get::<_, Option<i64>>(at)),
        Type::FLOAT4 => json!(row.get::<_, Option<f32>>(at)),
        Type::FLOAT8 => json!(row.get::<_, Option<f64>>(at)),
        Type::NUMERIC => json!(row.get::<_, Option<Decimal>>(at).map(|one| one.to_string())),
        Type::DATE => json!(row.get::<_, Option<NaiveDate>>(at).map(|one| one.to_string())),
        Type::TIMESTAMP => json!(row.get::<_, Option<NaiveDateTime>>(at).map(|one| one.to_string())),
        Type::TEXT_ARRAY => json!(row.get::<_, Option<Vec<Option<String>>>>(at)),
        _ => json!(row.get::<_, Option<String>>(at)),
    });
    values.collect()
}

async fn ask(own: &Client, text: &str, given: &[&(dyn ToSql + Sync)]) -> Result<Value, Failure> {
    let statement = own.prepare(text).await?;
    let columns: Vec<Value> = statement.columns().iter().map(|one| json!([one.name(), one.type_().name()])).collect();
    let rows = own.query(&statement, given).await?;
    Ok(json!([columns, rows.iter().map(shown).collect::<Vec<_>>()]))
}

fn code(result: Result<Value, Failure>) -> Result<String, Failure> {
    let error = result.err().ok_or("was answered")?;
    let error = error.downcast::<tokio_postgres::Error>()?;
    Ok(error.code().map(SqlState::code).ok_or("no error of the server")?.to_string())
}

async fn cancelled(tls: bool) -> Result<Value, Failure> {
    let own = connect(tls).await?;
    let token = own.cancel_token();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(700)).await;
        if tls {
            token.cancel_query(connector()).await
        } else {
            token.cancel_query(NoTls).await
        }
    });
    let refused = code(ask(&own, steps::SLOW, &[]).await)?;
    Ok(json!([refused, ask(&own, "SELECT 1::int8 AS a", &[]).await?]))
}

#[tokio::main]
async fn main() {
    step("connect", async { ask(&connect(false).await?, "SELECT 1::int8 AS a", &[]).await }).await;
    step("connect with TLS", async { ask(&connect(true).await?, "SELECT 1::int8 AS a", &[]).await }).await;
    let mut own = connect(false).await.expect("a connection");
    step("list", ask(&own, steps::LIST, &[&"public"])).await;
    step("describe", ask(&own, steps::DESCRIBE, &[&"orders"])).await;
    step("group", ask(&own, steps::GROUPED, &[])).await;
    step("rows", ask(&own, steps::ROWS, &[])).await;
    step("values", ask(&own, steps::VALUES, &[])).await;
    let later = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap().and_hms_opt(2, 0, 0).unwrap();
    step("parameters", ask(&own, steps::PARAMETERS, &[&"new", &20i64, &later])).await;
    step("types of catalogs", async {
        let text = "SELECT oid, relname, relkind FROM pg_class WHERE relname = 'orders' AND relkind = ANY($1)";
        let rows = own.query(text, &[&vec!['r' as i8]]).await?;
        let read = rows.iter().map(|row| json!([row.get::<_, u32>(0) > 0, row.get::<_, String>(1), row.get::<_, i8>(2)]));
        Ok(read.collect())
    })
    .await;
    step("simple statements", async {
        own.batch_execute("SELECT 1; ; SELECT 2").await?;
        own.simple_query("").await?;
        Ok(json!(own.is_closed()))
    })
    .await;
    step("page", async {
        let transaction = own.build_transaction().read_only(true).start().await?;
        let portal = transaction.bind(steps::PAGED, &[]).await?;
        let mut pages = Vec::new();
        loop {
            let rows = transaction.query_portal(&portal, 300).await?;
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else { break };
            pages.push(json!([rows.len(), shown(first), shown(last)]));
        }
        Ok(json!(pages))
    })
    .await;
    step("copy", async {
        let stream = own.copy_out("COPY (SELECT id, status FROM orders WHERE id <= 5 ORDER BY id) TO STDOUT").await?;
        pin_mut!(stream);
        let mut text = Vec::new();
        while let Some(piece) = stream.try_next().await? {
            text.extend_from_slice(&piece);
        }
        Ok(json!(String::from_utf8(text)?))
    })
    .await;
    step("refuse", async {
        let refused = code(ask(&own, "SELECT * FROM nothing_there", &[]).await)?;
        Ok(json!([refused, ask(&own, "SELECT 1::int8 AS a", &[]).await?]))
    })
    .await;
    step("cancel", cancelled(false)).await;
    step("cancel with TLS", cancelled(true)).await;
    await_restart();
    step("reconnect", async {
        let failed = ask(&own, "SELECT 1", &[]).await.is_err();
        Ok(json!([failed, own.is_closed(), ask(&connect(false).await?, steps::GROUPED, &[]).await?]))
    })
    .await;
}
