-- text: cases/order/text-by-code-points.yml
SELECT
  "rows_of_query"."scores__player" AS "scores__player"
FROM (
  SELECT
    CAST("scores".player AS String) AS "scores__player"
  FROM scores AS "scores"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."scores__player" AS String) ASC NULLS LAST
LIMIT 10000

-- a time: cases/order/a-time-by-its-plain-name.yml
SELECT
  CAST(makeDate32(toYear(CAST("orders".created_at AS DateTime64(6, 'UTC'))), toMonth(CAST("orders".created_at AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "orders__created_at_month",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__created_at_month" DESC NULLS LAST
LIMIT 10000

-- limit of none: cases/order/limit-zero.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
LIMIT 0

-- limit and offset: cases/order/limit-and-offset.yml
SELECT
  "orders".id + 0 AS "orders__number",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__total" DESC NULLS LAST, "orders__number" ASC NULLS LAST
LIMIT 2
OFFSET 1

-- offset without limit: cases/order/offset-without-limit.yml
SELECT
  "orders".id + 0 AS "orders__number"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__number" ASC NULLS LAST
LIMIT 10000
OFFSET 5

-- none: cases/order/none.yml
SELECT
  CAST("scores".team AS String) AS "scores__team",
  plus(sum("scores".points), throwIf(ifNull((position(toTypeName(sum("scores".points)), 'Float') = 0) AND (sum("scores".points) <> sum("scores".points * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "scores__points"
FROM scores AS "scores"
GROUP BY 1
LIMIT 10000

-- count of rows: cases/order/total-after-measure-filters.yml
SELECT
  COUNT(*) AS "total"
FROM (
  SELECT
    CAST("orders".status AS String) AS "orders__status",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
  HAVING (NOT (COUNT(*) < CAST({p1:Nullable(String)} AS Int64)))
) AS "rows_of_query"
-- 1: "2"

-- single rows: cases/ungrouped/one-row-for-each-source-row.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__created_at" AS "orders__created_at"
FROM (
  SELECT
    CAST("orders".status AS String) AS "orders__status",
    CAST("orders".created_at AS DateTime64(6, 'UTC')) AS "orders__created_at"
  FROM orders AS "orders"
) AS "rows_of_query"
ORDER BY "orders__created_at" ASC NULLS LAST, CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- measures of single rows: cases/ungrouped/measures-are-values-of-the-row.yml
SELECT
  "orders".id + 0 AS "orders__number",
  "orders".amount AS "orders__total",
  1 AS "orders__count",
  CASE WHEN "orders".status = 'done' THEN "orders".amount END AS "orders__done_total",
  CASE WHEN "orders".amount >= 30 THEN 1 ELSE 0 END AS "orders__big"
FROM orders AS "orders"
ORDER BY "orders__number" ASC NULLS LAST
LIMIT 10000
