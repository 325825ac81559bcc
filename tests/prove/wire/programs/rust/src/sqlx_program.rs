//! Asks by sqlx.

mod steps;

use futures_util::TryStreamExt;
use serde_json::{json, Value};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow, PgSslMode};
use sqlx::query::Query;
use sqlx::types::chrono::{NaiveDate, NaiveDateTime};
use sqlx::{Column, ConnectOptions, Connection, Executor, PgConnection, Postgres, Row, TypeInfo};
use std::time::Duration;
use steps::{address, await_restart, lacks, step, Failure};

fn options(tls: PgSslMode) -> PgConnectOptions {
    let place = address();
    let options = PgConnectOptions::new().host(&place.host).port(place.port).username(&place.user);
    options.password(&place.password).database(&place.database).ssl_mode(tls)
}

async fn connect(tls: PgSslMode) -> Result<PgConnection, Failure> {
    Ok(options(tls).connect().await?)
}

fn shown(row: &PgRow) -> Result<Value, Failure> {
    let mut values = Vec::new();
    for (at, column) in row.columns().iter().enumerate() {
        values.push(match column.type_info().name() {
            "BOOL" => json!(row.try_get::<Option<bool>, _>(at)?),
            "INT2" => json!(row.try_get::<Option<i16>, _>(at)?),
            "INT4" => json!(row.try_get::<Option<i32>, _>(at)?),
            "INT8" => json!(row.try_get::<Option<i64>, _>(at)?),
            "FLOAT4" => json!(row.try_get::<Option<f32>, _>(at)?),
            "FLOAT8" => json!(row.try_get::<Option<f64>, _>(at)?),
            "NUMERIC" => json!(row.try_get::<Option<rust_decimal::Decimal>, _>(at)?.map(|one| one.to_string())),
            "DATE" => json!(row.try_get::<Option<NaiveDate>, _>(at)?.map(|one| one.to_string())),
            "TIMESTAMP" => json!(row.try_get::<Option<NaiveDateTime>, _>(at)?.map(|one| one.to_string())),
            "TEXT[]" => json!(row.try_get::<Option<Vec<Option<String>>>, _>(at)?),
            _ => json!(row.try_get::<Option<String>, _>(at)?),
        });
    }
    Ok(json!(values))
}

async fn ask_by(own: &mut PgConnection, asked: Query<'_, Postgres, PgArguments>) -> Result<Value, Failure> {
    let rows = asked.fetch_all(own).await?;
    let columns: Vec<Value> = rows.first().map_or(&[][..], |row| row.columns()).iter().map(|one| json!([one.name(), one.type_info().name()])).collect();
    Ok(json!([columns, rows.iter().map(shown).collect::<Result<Vec<_>, _>>()?]))
}

async fn ask(own: &mut PgConnection, text: &str) -> Result<Value, Failure> {
    ask_by(own, sqlx::query(text)).await
}

fn code(result: Result<Value, Failure>) -> Result<String, Failure> {
    let error = result.err().ok_or("was answered")?.downcast::<sqlx::Error>()?;
    let refused = error.as_database_error().ok_or("no error of the server")?;
    Ok(refused.code().ok_or("no code")?.to_string())
}

#[tokio::main]
async fn main() {
    step("connect", async { ask(&mut connect(PgSslMode::Disable).await?, "SELECT 1::int8 AS a").await }).await;
    step("connect with TLS", async { ask(&mut connect(PgSslMode::Require).await?, "SELECT 1::int8 AS a").await }).await;
    let mut own = connect(PgSslMode::Disable).await.expect("a connection");
    step("ping", async { Ok(json!(own.ping().await?)) }).await;
    step("list", ask_by(&mut own, sqlx::query(steps::LIST).bind("public"))).await;
    step("describe", ask_by(&mut own, sqlx::query(steps::DESCRIBE).bind("orders"))).await;
    for (name, text) in [
        ("describe a question", steps::ROWS),
        ("describe a question with parameters", steps::PARAMETERS),
        ("describe a group", steps::GROUPED),
    ] {
        step(name, async {
            let described = own.describe(text).await?;
            let columns: Vec<Value> = described.columns().iter().map(|one| json!([one.name(), one.type_info().name()])).collect();
            let parameters: Vec<Value> = match described.parameters() {
                Some(sqlx::Either::Left(types)) => types.iter().map(|one| json!(one.name())).collect(),
                _ => Vec::new(),
            };
            Ok(json!([columns, parameters]))
        })
        .await;
    }
    step("group", ask(&mut own, steps::GROUPED)).await;
    step("rows", ask(&mut own, steps::ROWS)).await;
    step("values", ask(&mut own, steps::VALUES)).await;
    let later = NaiveDate::from_ymd_opt(2024, 1, 1).unwrap().and_hms_opt(2, 0, 0).unwrap();
    step("parameters", ask_by(&mut own, sqlx::query(steps::PARAMETERS).bind("new").bind(20i64).bind(later))).await;
    step("several statements", async {
        let rows: Vec<PgRow> = sqlx::raw_sql("SELECT 1::int8 AS a; SELECT 2::int8 AS b").fetch(&mut own).try_collect().await?;
        Ok(rows.iter().map(|row| row.get::<i64, _>(0)).collect())
    })
    .await;
    step("stream", async {
        let mut rows = sqlx::query(steps::PAGED).fetch(&mut own);
        let mut read = Vec::new();
        while let Some(row) = rows.try_next().await? {
            read.push(row.try_get::<i64, _>(0)?);
        }
        Ok(json!([read.len(), read[0], read[999]]))
    })
    .await;
    step("leave a stream", async {
        {
            let mut rows = sqlx::query(steps::PAGED).fetch(&mut own);
            rows.try_next().await?;
        }
        ask(&mut own, "SELECT 1::int8 AS a").await
    })
    .await;
    step("transaction with an error", async {
        let mut transaction = own.begin().await?;
        let failed = code(ask(&mut transaction, "SELECT 1/0").await)?;
        transaction.rollback().await?;
        let mut outer = own.begin().await?;
        let inner = outer.begin().await?;
        inner.rollback().await?;
        let rows = ask(&mut outer, "SELECT 2::int8 AS a").await?;
        outer.commit().await?;
        Ok(json!([failed, rows]))
    })
    .await;
    step("pool", async {
        let pool = PgPoolOptions::new().max_connections(3).connect_with(options(PgSslMode::Disable)).await?;
        let mut read = Vec::new();
        for number in 0..6i64 {
            read.push(sqlx::query_scalar::<_, i64>("SELECT $1::int8 + 1").bind(number).fetch_one(&pool).await?);
        }
        pool.close().await;
        Ok(json!(read))
    })
    .await;
    step("refuse", async {
        let refused = code(ask(&mut own, "SELECT * FROM nothing_there").await)?;
        Ok(json!([refused, ask(&mut own, "SELECT 1::int8 AS a").await?]))
    })
    .await;
    lacks("page", "it has no cursors and no limits");
    step("leave a slow question", async {
        let mut other = connect(PgSslMode::Disable).await?;
        let answer = tokio::time::timeout(Duration::from_millis(700), ask(&mut other, steps::SLOW)).await;
        other.close_hard().await?;
        Ok(json!([answer.is_err(), ask(&mut own, "SELECT 1::int8 AS a").await?]))
    })
    .await;
    lacks("cancel", "it sends no CancelRequest");
    await_restart();
    step("reconnect", async {
        let failed = ask(&mut own, "SELECT 1").await.is_err();
        let mut again = connect(PgSslMode::Disable).await?;
        Ok(json!([failed, ask(&mut again, steps::GROUPED).await?]))
    })
    .await;
}
