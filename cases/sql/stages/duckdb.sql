-- a rank: cases/contract/rank-among-all.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__best" AS "orders__best"
FROM (
  SELECT
    "totals"."orders__status" AS "orders__status",
    RANK() OVER (ORDER BY "totals"."orders__total" DESC NULLS LAST) AS "orders__best"
  FROM (
    SELECT
      "orders".status AS "orders__status",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
ORDER BY "orders__best" ASC NULLS LAST, "orders__status" ASC NULLS LAST
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
      "orders".status AS "desk__state",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
LIMIT 10000

-- rows of earlier times: cases/contract/stages/a-shift-of-one-of-two-times.yml
SELECT
  (CAST(("orders".created_at + to_months(CAST((1 * 1) AS INTEGER))) AS DATE) - CAST(day(CAST(("orders".created_at + to_months(CAST((1 * 1) AS INTEGER))) AS DATE)) - 1 AS INTEGER)) AS "orders__created_at_month",
  (CAST(("orders".created_at + INTERVAL '5' DAY) AS DATE) - CAST(day(CAST(("orders".created_at + INTERVAL '5' DAY) AS DATE)) - 1 AS INTEGER)) AS "orders__shipped_at_month",
  SUM("orders".amount) AS "orders__prev"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__created_at_month" ASC NULLS LAST, "orders__shipped_at_month" ASC NULLS LAST
LIMIT 10000

-- a repeated value: cases/contract/stages/only-a-value-that-is-repeated.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__grand" AS "orders__grand"
FROM (
  SELECT
    "totals"."orders__status" AS "orders__status",
    SUM("totals"."orders__total") OVER () AS "orders__grand"
  FROM (
    SELECT
      "orders".status AS "orders__status",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
ORDER BY "orders__status" ASC NULLS LAST
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
  ON "orders".customer_id IS NOT DISTINCT FROM "totals"."orders__customer_id"
WHERE (CAST(CASE WHEN "totals"."orders__total" >= 45 THEN CAST($1 AS VARCHAR) ELSE CAST($2 AS VARCHAR) END AS VARCHAR) = CAST($3 AS VARCHAR))
LIMIT 10000
-- 1: "high"
-- 2: "low"
-- 3: "high"

-- values of a switch: cases/contract/stages/a-switch-alone.yml
SELECT
  "values_of_query"."orders__cur" AS "orders__cur"
FROM (
  SELECT CAST($1 AS VARCHAR) AS "orders__cur"
  UNION ALL
  SELECT CAST($2 AS VARCHAR) AS "orders__cur"
) AS "values_of_query"
ORDER BY "orders__cur" ASC NULLS LAST
LIMIT 10000
-- 1: "usd"
-- 2: "eur"

-- a measure that a switch chooses: cases/contract/stages/a-choice-by-a-dimension-of-rows.yml
SELECT
  SUM(CASE WHEN CASE WHEN CAST("totals"."orders__status" AS VARCHAR) = CAST($1 AS VARCHAR) THEN "totals"."orders__total" IS NOT NULL ELSE "totals"."orders__count" IS NOT NULL END THEN COALESCE(CASE WHEN CAST("totals"."orders__status" AS VARCHAR) = CAST($2 AS VARCHAR) THEN "totals"."orders__total" END, 0) + CASE WHEN CAST("totals"."orders__status" AS VARCHAR) = CAST($3 AS VARCHAR) THEN 0 ELSE COALESCE("totals"."orders__count", 0) END END) AS "orders__by_status"
FROM (
  SELECT
    "orders".status AS "orders__status",
    SUM("orders".amount) AS "orders__total",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
LIMIT 10000
-- 1: "done"
-- 2: "done"
-- 3: "done"
