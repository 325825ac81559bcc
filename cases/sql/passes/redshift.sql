-- narrow-zones, before: cases/days/last-month.yml
SELECT
  date_trunc('day', (CAST("flights".planned_on AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  date_trunc('day', (CAST("flights".planned_on AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- share-groups, before: cases/days/filter-of-windows.yml
SELECT
  "parts"."flights__route" AS "flights__route",
  MAX("parts"."flights__count") AS "flights__count"
FROM (
  SELECT
    "flights".route AS "flights__route",
    MAX("flights".planned_on) AS "flights__last_planned",
    CAST(NULL AS SMALLINT) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  UNION ALL
  SELECT
    "flights".route AS "flights__route",
    CAST(NULL AS TIMESTAMP) AS "flights__last_planned",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
) AS "parts"
GROUP BY 1
HAVING (MAX("parts"."flights__last_planned") >= TIMESTAMP '2024-03-10 00:00:00.000')
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "flights".route AS "flights__route",
  COUNT(*) AS "flights__count"
FROM flights AS "flights"
GROUP BY 1
HAVING (MAX("flights".planned_on) >= TIMESTAMP '2024-03-10 00:00:00.000')
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    DATEADD(month, CAST("steps"."n" AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("sales".amount) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      DATEADD(month, CAST("steps"."n" AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      DATEADD(month, -1, DATEADD(month, CAST(("steps"."n" + 1) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      DATEADD(month, CAST(("steps"."n" + 1) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
  ) AS "series"
    ON ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') >= "series"."window_from") AND ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') < "series"."window_to")
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
    DATEADD(month, CAST("steps"."n" AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("totals"."sales__last_month") AS "sales__last_month"
  FROM (
    SELECT
      date_trunc('day', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "step",
      SUM("sales".amount) AS "sales__last_month"
    FROM sales AS "sales"
    WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      DATEADD(month, CAST("steps"."n" AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      DATEADD(month, -1, DATEADD(month, CAST(("steps"."n" + 1) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      DATEADD(month, CAST(("steps"."n" + 1) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
  ) AS "series"
    ON ("totals"."step" >= "series"."window_from") AND ("totals"."step" < "series"."window_to")
  GROUP BY 1
) AS "totals"
  ON "series"."bucket" = "totals"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000

-- unshift-ranges, before: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total",
    CAST(NULL AS SMALLINT) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    CAST(NULL AS SMALLINT) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((DATEADD(month, 1, (CAST("orders".created_at AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) >= TIMESTAMP '2024-02-01 00:00:00.000') AND (DATEADD(month, 1, (CAST("orders".created_at AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) < TIMESTAMP '2024-03-01 00:00:00.000'))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total",
    CAST(NULL AS SMALLINT) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    CAST(NULL AS SMALLINT) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-02-01 00:00:00.000'))
) AS "parts"
LIMIT 10000

-- drop-idle-sort, before: cases/order/one-row-needs-no-order.yml
SELECT
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
ORDER BY "orders__total" DESC NULLS LAST
LIMIT 10000

-- drop-idle-sort, after: cases/order/one-row-needs-no-order.yml
SELECT
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
LIMIT 10000
