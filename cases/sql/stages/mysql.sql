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
      RANK() OVER (ORDER BY "totals"."orders__total" IS NULL, "totals"."orders__total" DESC) AS "orders__best"
    FROM (
      SELECT
        CAST("orders".status AS CHAR) AS "orders__status",
        SUM("orders".amount) AS "orders__total"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "totals"
  ) AS "rows_of_query"
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__best" IS NULL, "rows_of_query"."orders__best" ASC, CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
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
    SUM("totals"."orders__total") OVER () AS "desk__grand"
  FROM (
    SELECT
      CAST("orders".status AS CHAR) AS "desk__state",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
LIMIT 10000

-- rows of earlier times: cases/contract/stages/a-shift-of-one-of-two-times.yml
SELECT
  "rows_of_query"."orders__created_at_month" AS "orders__created_at_month",
  "rows_of_query"."orders__shipped_at_month" AS "orders__shipped_at_month",
  "rows_of_query"."orders__prev" AS "orders__prev"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', ("orders".created_at + INTERVAL ((1 * 1)) MONTH)) MONTH) AS "orders__created_at_month",
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', ("orders".created_at + INTERVAL '5' DAY)) MONTH) AS "orders__shipped_at_month",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at_month" IS NULL, "rows_of_query"."orders__created_at_month" ASC, "rows_of_query"."orders__shipped_at_month" IS NULL, "rows_of_query"."orders__shipped_at_month" ASC
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
      SUM("totals"."orders__total") OVER () AS "orders__grand"
    FROM (
      SELECT
        CAST("orders".status AS CHAR) AS "orders__status",
        SUM("orders".amount) AS "orders__total"
      FROM orders AS "orders"
      GROUP BY 1
    ) AS "totals"
  ) AS "rows_of_query"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
LIMIT 10000

-- a dimension made of measures: cases/contract/stages/a-filter-on-a-dimension-made-of-measures.yml
SELECT
  SUM("orders".amount) AS "orders__total",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
LEFT JOIN (
  SELECT
    "orders".customer_id AS "orders__customer_id",
    SUM("orders".amount) AS "orders__total"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
  ON "orders".customer_id <=> "totals"."orders__customer_id"
WHERE (CAST(CASE WHEN "totals"."orders__total" >= 45 THEN CAST(? AS CHAR) ELSE CAST(? AS CHAR) END AS CHAR) = CAST(? AS CHAR))
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
    SELECT CAST(? AS CHAR) AS "orders__cur"
    UNION ALL
    SELECT CAST(? AS CHAR) AS "orders__cur"
  ) AS "values_of_query"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__cur" AS CHAR) IS NULL, CAST("rows_of_query"."orders__cur" AS CHAR) ASC
LIMIT 10000
-- 1: "usd"
-- 2: "eur"

-- a measure that a switch chooses: cases/contract/stages/a-choice-by-a-dimension-of-rows.yml
SELECT
  SUM(CASE WHEN CAST("totals"."orders__status" AS CHAR) = CAST(? AS CHAR) THEN "totals"."orders__total" ELSE "totals"."orders__count" END) AS "orders__by_status"
FROM (
  SELECT
    CAST("orders".status AS CHAR) AS "orders__status",
    SUM("orders".amount) AS "orders__total",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
LIMIT 10000
-- 1: "done"
