-- a rank: cases/contract/rank-among-all.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__best" AS "orders__best"
FROM (
  SELECT
    "rows_of_query"."orders__status" AS "orders__status",
    "rows_of_query"."orders__best" AS "orders__best"
  FROM (
    SELECT
      "totals"."orders__status" AS "orders__status",
      RANK() OVER (ORDER BY "totals"."orders__total" DESC NULLS LAST) AS "orders__best"
    FROM (
      SELECT
        CAST("orders".status AS String) AS "orders__status",
        plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "totals"
  ) AS "rows_of_query"
) AS "rows_of_query"
ORDER BY "orders__best" ASC NULLS LAST, CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- a share of the whole: cases/views/own-stages/share-of-the-whole.yml
SELECT
  "rows_of_query"."desk__state" AS "desk__state",
  "rows_of_query"."orders__total" AS "desk__total",
  "rows_of_query"."desk__grand" AS "desk__grand",
  100.0 * "rows_of_query"."orders__total" / "rows_of_query"."desk__grand" AS "desk__share"
FROM (
  SELECT
    "totals"."desk__state" AS "desk__state",
    "totals"."orders__total" AS "orders__total",
    plus(sum("totals"."orders__total") OVER (), throwIf(ifNull((position(toTypeName((sum("totals"."orders__total") OVER ())), 'Float') = 0) AND ((sum("totals"."orders__total") OVER ()) <> (sum("totals"."orders__total" * toDecimal256(1, 0)) OVER ())), 0), 'a sum does not fit its type')) AS "desk__grand"
  FROM (
    SELECT
      CAST("orders".status AS String) AS "desk__state",
      plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
LIMIT 10000

-- rows of earlier times: cases/contract/stages/a-shift-of-one-of-two-times.yml
SELECT
  CAST(makeDate32(toYear(CAST(addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) AS DateTime64(6, 'UTC'))), toMonth(CAST(addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "orders__created_at_month",
  CAST(makeDate32(toYear(CAST(addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) + INTERVAL '5' DAY AS DateTime64(6, 'UTC'))), toMonth(CAST(addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) + INTERVAL '5' DAY AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "orders__shipped_at_month",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__prev"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__created_at_month" ASC NULLS LAST, "orders__shipped_at_month" ASC NULLS LAST
LIMIT 10000

-- attributes of an earlier day: cases/computed-times/attributes-of-a-shifted-day.yml
SELECT
  "parts"."days__fiscal" AS "days__fiscal",
  "parts"."days__day_year" AS "days__day_year",
  MAX("parts"."tickets__total") AS "tickets__total",
  MAX("parts"."tickets__day_before") AS "tickets__day_before"
FROM (
  SELECT
    "days".fiscal + 0 AS "days__fiscal",
    CAST(makeDate32(toYear(CAST("days".day AS DateTime64(6, 'UTC'))), 1, 1) AS DateTime64(6, 'UTC')) AS "days__day_year",
    plus(sum("tickets".amount), throwIf(ifNull((position(toTypeName(sum("tickets".amount)), 'Float') = 0) AND (sum("tickets".amount) <> sum("tickets".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "tickets__total",
    NULL AS "tickets__day_before"
  FROM (
    SELECT 1 AS id, 10 AS amount, TIMESTAMP '2024-01-31 10:00:00' AS made_at, 'a' AS kind UNION ALL SELECT 2, 20, TIMESTAMP '2024-02-29 12:00:00', 'b' UNION ALL SELECT 3, 40, TIMESTAMP '2024-12-30 08:00:00', 'a' UNION ALL SELECT 4, 80, TIMESTAMP '2025-01-15 09:00:00', 'a' UNION ALL SELECT 5, 160, TIMESTAMP '2025-03-01 00:00:00', 'b' UNION ALL SELECT 6, 320, TIMESTAMP '2026-02-28 23:00:00', 'b'
  ) AS "tickets"
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS "days"
    ON CAST("tickets".made_at AS DATE) = "days".day
  WHERE (("days".day >= fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC')) AND ("days".day < fromUnixTimestamp64Micro(toInt64(1830297600000000), 'UTC')))
  GROUP BY 1, 2
  UNION ALL
  SELECT
    "days_2".fiscal + 0 AS "days__fiscal",
    CAST(makeDate32(toYear(CAST("days_2".day AS DateTime64(6, 'UTC'))), 1, 1) AS DateTime64(6, 'UTC')) AS "days__day_year",
    NULL AS "tickets__total",
    plus(sum("tickets".amount), throwIf(ifNull((position(toTypeName(sum("tickets".amount)), 'Float') = 0) AND (sum("tickets".amount) <> sum("tickets".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "tickets__day_before"
  FROM (
    SELECT 1 AS id, 10 AS amount, TIMESTAMP '2024-01-31 10:00:00' AS made_at, 'a' AS kind UNION ALL SELECT 2, 20, TIMESTAMP '2024-02-29 12:00:00', 'b' UNION ALL SELECT 3, 40, TIMESTAMP '2024-12-30 08:00:00', 'a' UNION ALL SELECT 4, 80, TIMESTAMP '2025-01-15 09:00:00', 'a' UNION ALL SELECT 5, 160, TIMESTAMP '2025-03-01 00:00:00', 'b' UNION ALL SELECT 6, 320, TIMESTAMP '2026-02-28 23:00:00', 'b'
  ) AS "tickets"
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS "days"
    ON CAST("tickets".made_at AS DATE) = "days".day
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS "days_2"
    ON addMonths(CAST("days".day AS DateTime64(6, 'UTC')), 1 * 12) = "days_2".day
  WHERE (("days_2".day >= fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC')) AND ("days_2".day < fromUnixTimestamp64Micro(toInt64(1830297600000000), 'UTC')))
    AND ("days_2".day IS NOT NULL)
  GROUP BY 1, 2
) AS "parts"
GROUP BY 1, 2
ORDER BY "days__day_year" ASC NULLS LAST, "days__fiscal" ASC NULLS LAST
LIMIT 10000

-- a repeated value: cases/contract/stages/only-a-value-that-is-repeated.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__grand" AS "orders__grand"
FROM (
  SELECT
    "rows_of_query"."orders__status" AS "orders__status",
    "rows_of_query"."orders__grand" AS "orders__grand"
  FROM (
    SELECT
      "totals"."orders__status" AS "orders__status",
      plus(sum("totals"."orders__total") OVER (), throwIf(ifNull((position(toTypeName((sum("totals"."orders__total") OVER ())), 'Float') = 0) AND ((sum("totals"."orders__total") OVER ()) <> (sum("totals"."orders__total" * toDecimal256(1, 0)) OVER ())), 0), 'a sum does not fit its type')) AS "orders__grand"
    FROM (
      SELECT
        CAST("orders".status AS String) AS "orders__status",
        plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "totals"
  ) AS "rows_of_query"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- a dimension made of measures: cases/contract/stages/a-filter-on-a-dimension-made-of-measures.yml
SELECT
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
LEFT JOIN (
  SELECT
    "orders".customer_id + 0 AS "orders__customer_id",
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
  ON ("orders".customer_id + 0) IS NOT DISTINCT FROM "totals"."orders__customer_id"
WHERE (CAST(CASE WHEN "totals"."orders__total" >= 45 THEN CAST({p1:Nullable(String)} AS String) ELSE CAST({p2:Nullable(String)} AS String) END AS String) = CAST({p3:Nullable(String)} AS String))
LIMIT 10000
-- 1: "high"
-- 2: "low"
-- 3: "high"

-- values of a switch: cases/contract/stages/a-switch-alone.yml
SELECT
  "rows_of_query"."orders__cur" AS "orders__cur"
FROM (
  SELECT
    "values_of_query"."orders__cur" AS "orders__cur"
  FROM (
    SELECT CAST({p1:Nullable(String)} AS String) AS "orders__cur"
    UNION ALL
    SELECT CAST({p2:Nullable(String)} AS String) AS "orders__cur"
  ) AS "values_of_query"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__cur" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "usd"
-- 2: "eur"

-- a measure that a switch chooses: cases/contract/stages/a-choice-by-a-dimension-of-rows.yml
SELECT
  plus(sum(arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN CAST("totals"."orders__status" AS String) = CAST({p1:Nullable(String)} AS String) THEN [("totals"."orders__total", NULL)] ELSE [(NULL, "totals"."orders__count")] END))[1]), throwIf(ifNull((position(toTypeName(sum(arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN CAST("totals"."orders__status" AS String) = CAST({p2:Nullable(String)} AS String) THEN [("totals"."orders__total", NULL)] ELSE [(NULL, "totals"."orders__count")] END))[1])), 'Float') = 0) AND (sum(arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN CAST("totals"."orders__status" AS String) = CAST({p3:Nullable(String)} AS String) THEN [("totals"."orders__total", NULL)] ELSE [(NULL, "totals"."orders__count")] END))[1]) <> sum(arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN CAST("totals"."orders__status" AS String) = CAST({p4:Nullable(String)} AS String) THEN [("totals"."orders__total", NULL)] ELSE [(NULL, "totals"."orders__count")] END))[1] * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__by_status"
FROM (
  SELECT
    CAST("orders".status AS String) AS "orders__status",
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
LIMIT 10000
-- 1: "done"
-- 2: "done"
-- 3: "done"
-- 4: "done"
