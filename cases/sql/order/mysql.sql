-- text: cases/order/text-by-code-points.yml
SELECT
  "rows_of_query"."scores__player" AS "scores__player"
FROM (
  SELECT
    CAST("scores".player AS CHAR) AS "scores__player"
  FROM scores AS "scores"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."scores__player" AS CHAR) IS NULL, CAST("rows_of_query"."scores__player" AS CHAR) ASC
LIMIT 10000

-- a time: cases/order/a-time-by-its-plain-name.yml
SELECT
  "rows_of_query"."orders__created_at_month" AS "orders__created_at_month",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "orders".created_at) MONTH) AS "orders__created_at_month",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at_month" IS NULL, "rows_of_query"."orders__created_at_month" DESC
LIMIT 10000

-- limit of none: cases/order/limit-zero.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
LIMIT 0

-- limit and offset: cases/order/limit-and-offset.yml
SELECT
  "rows_of_query"."orders__number" AS "orders__number",
  "rows_of_query"."orders__total" AS "orders__total"
FROM (
  SELECT
    "orders".id AS "orders__number",
    SUM("orders".amount) AS "orders__total"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__total" IS NULL, "rows_of_query"."orders__total" DESC, "rows_of_query"."orders__number" IS NULL, "rows_of_query"."orders__number" ASC
LIMIT 2
OFFSET 1

-- offset without limit: cases/order/offset-without-limit.yml
SELECT
  "rows_of_query"."orders__number" AS "orders__number"
FROM (
  SELECT
    "orders".id AS "orders__number"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__number" IS NULL, "rows_of_query"."orders__number" ASC
LIMIT 10000
OFFSET 5

-- none: cases/order/none.yml
SELECT
  CAST("scores".team AS CHAR) AS "scores__team",
  SUM("scores".points) AS "scores__points"
FROM scores AS "scores"
GROUP BY 1
LIMIT 10000

-- count of rows: cases/order/total-after-measure-filters.yml
SELECT
  COUNT(*) AS "total"
FROM (
  SELECT
    CAST("orders".status AS CHAR) AS "orders__status",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
  HAVING (COUNT(*) >= CAST(? AS SIGNED))
) AS "rows_of_query"
-- 1: "2"

-- single rows: cases/ungrouped/one-row-for-each-source-row.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__created_at" AS "orders__created_at"
FROM (
  SELECT
    CAST("orders".status AS CHAR) AS "orders__status",
    CAST("orders".created_at AS DATETIME(6)) AS "orders__created_at"
  FROM orders AS "orders"
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at" IS NULL, "rows_of_query"."orders__created_at" ASC, CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
LIMIT 10000

-- measures of single rows: cases/ungrouped/measures-are-values-of-the-row.yml
SELECT
  "rows_of_query"."orders__number" AS "orders__number",
  "rows_of_query"."orders__total" AS "orders__total",
  "rows_of_query"."orders__count" AS "orders__count",
  "rows_of_query"."orders__done_total" AS "orders__done_total",
  "rows_of_query"."orders__big" AS "orders__big"
FROM (
  SELECT
    "orders".id AS "orders__number",
    "orders".amount AS "orders__total",
    1 AS "orders__count",
    CASE WHEN "orders".status = 'done' THEN "orders".amount END AS "orders__done_total",
    CASE WHEN "orders".amount >= 30 THEN 1 ELSE 0 END AS "orders__big"
  FROM orders AS "orders"
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__number" IS NULL, "rows_of_query"."orders__number" ASC
LIMIT 10000
