-- narrow-zones, before: cases/days/last-month.yml
SELECT
  date_trunc('day', CAST(CAST("flights".planned_on AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "flights__planned_on_day",
  SUM(COALESCE(CASE WHEN typeof("flights".fare) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "flights".fare, CAST(NULL AS DECIMAL(1, 0)))) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  date_trunc('day', CAST(CAST("flights".planned_on AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "flights__planned_on_day",
  SUM(COALESCE(CASE WHEN typeof("flights".fare) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "flights".fare, CAST(NULL AS DECIMAL(1, 0)))) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- share-groups, before: cases/days/filter-of-windows.yml
SELECT
  "parts"."flights__route" AS "flights__route",
  arbitrary("parts"."flights__count") AS "flights__count"
FROM (
  SELECT
    "flights".route AS "flights__route",
    max_by("flights".planned_on, CASE WHEN "flights".planned_on IS NOT NULL THEN ROW(("flights".planned_on <> "flights".planned_on), "flights".planned_on) END) AS "flights__last_planned",
    NULL AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  UNION ALL
  SELECT
    "flights".route AS "flights__route",
    NULL AS "flights__last_planned",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
) AS "parts"
GROUP BY 1
HAVING (arbitrary("parts"."flights__last_planned") >= TIMESTAMP '2024-03-10 00:00:00.000')
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "flights".route AS "flights__route",
  COUNT(*) AS "flights__count"
FROM flights AS "flights"
GROUP BY 1
HAVING (max_by("flights".planned_on, CASE WHEN "flights".planned_on IS NOT NULL THEN ROW(("flights".planned_on <> "flights".planned_on), "flights".planned_on) END) >= TIMESTAMP '2024-03-10 00:00:00.000')
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    date_add('month', "steps"."n" * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 1)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      date_add('month', "steps"."n" * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_add('month', -1, date_add('month', ("steps"."n" + 1) * 1, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      date_add('month', ("steps"."n" + 1) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 1)) AS n (n)) AS "steps"
  ) AS "series"
    ON (CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12)) >= "series"."window_from") AND (CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12)) < "series"."window_to")
  WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
  GROUP BY 1
) AS "totals"
  ON "series"."bucket" = "totals"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, after: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    date_add('month', "steps"."n" * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 1)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM(COALESCE(CASE WHEN typeof("totals"."sales__last_month") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."sales__last_month", CAST(NULL AS DECIMAL(1, 0)))) AS "sales__last_month"
  FROM (
    SELECT
      date_trunc('day', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "step",
      SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__last_month"
    FROM sales AS "sales"
    WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      date_add('month', "steps"."n" * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_add('month', -1, date_add('month', ("steps"."n" + 1) * 1, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      date_add('month', ("steps"."n" + 1) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 1)) AS n (n)) AS "steps"
  ) AS "series"
    ON ("totals"."step" >= "series"."window_from") AND ("totals"."step" < "series"."window_to")
  GROUP BY 1
) AS "totals"
  ON "series"."bucket" = "totals"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000

-- unshift-ranges, before: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  arbitrary("parts"."orders__prev") AS "orders__prev",
  arbitrary("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total",
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    NULL AS "orders__total",
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((date_add('month', 1, CAST(CAST("orders".created_at AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) >= TIMESTAMP '2024-02-01 00:00:00.000') AND (date_add('month', 1, CAST(CAST("orders".created_at AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) < TIMESTAMP '2024-03-01 00:00:00.000'))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  arbitrary("parts"."orders__prev") AS "orders__prev",
  arbitrary("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total",
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    NULL AS "orders__total",
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-02-01 00:00:00.000'))
) AS "parts"
LIMIT 10000

-- drop-idle-sort, before: cases/order/one-row-needs-no-order.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total"
FROM orders AS "orders"
ORDER BY "orders__total" DESC NULLS LAST
LIMIT 10000

-- drop-idle-sort, after: cases/order/one-row-needs-no-order.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total"
FROM orders AS "orders"
LIMIT 10000
