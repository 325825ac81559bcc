-- narrow-zones, before: cases/days/last-month.yml
SELECT
  date_trunc('day', (CAST("flights".planned_on AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMPTZ '2024-01-01 00:00:00.000+00') AND ("flights".planned_on < TIMESTAMPTZ '2024-02-01 00:00:00.000+00'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  date_trunc('day', (CAST("flights".planned_on AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMPTZ '2024-01-01 00:00:00.000+00') AND ("flights".planned_on < TIMESTAMPTZ '2024-02-01 00:00:00.000+00'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- share-groups, before: cases/days/filter-of-windows.yml
SELECT
  "rows_of_query"."flights__route" AS "flights__route",
  "rows_of_query"."flights__count" AS "flights__count"
FROM (
  SELECT
    "parts"."flights__route" AS "flights__route",
    MAX("parts"."flights__count") AS "flights__count"
  FROM (
    SELECT
      "flights".route AS "flights__route",
      MAX("flights".planned_on) AS "flights__last_planned",
      CAST(NULL AS NUMERIC) AS "flights__count"
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
  HAVING (MAX("parts"."flights__last_planned") >= TIMESTAMPTZ '2024-03-10 00:00:00.000+00')
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "rows_of_query"."flights__route" AS "flights__route",
  "rows_of_query"."flights__count" AS "flights__count"
FROM (
  SELECT
    "flights".route AS "flights__route",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  HAVING (MAX("flights".planned_on) >= TIMESTAMPTZ '2024-03-10 00:00:00.000+00')
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket"
  FROM generate_series(0, 1) AS "steps" ("n")
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("sales".amount) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((("steps"."n" + 1) * 1) AS INTEGER))) + make_interval(months => CAST((1 * (-1)) AS INTEGER)) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((("steps"."n" + 1) * 1) AS INTEGER)) AS "window_to"
    FROM generate_series(0, 1) AS "steps" ("n")
  ) AS "series"
    ON ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') >= "series"."window_from") AND ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') < "series"."window_to")
  WHERE (("sales".day >= TIMESTAMPTZ '2023-12-28 00:00:00.000+00') AND ("sales".day < TIMESTAMPTZ '2024-03-05 00:00:00.000+00'))
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
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket"
  FROM generate_series(0, 1) AS "steps" ("n")
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
    WHERE (("sales".day >= TIMESTAMPTZ '2023-12-28 00:00:00.000+00') AND ("sales".day < TIMESTAMPTZ '2024-03-05 00:00:00.000+00'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((("steps"."n" + 1) * 1) AS INTEGER))) + make_interval(months => CAST((1 * (-1)) AS INTEGER)) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((("steps"."n" + 1) * 1) AS INTEGER)) AS "window_to"
    FROM generate_series(0, 1) AS "steps" ("n")
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
    CAST(NULL AS NUMERIC) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMPTZ '2024-02-01 00:00:00.000+00') AND ("orders".created_at < TIMESTAMPTZ '2024-03-01 00:00:00.000+00'))
  UNION ALL
  SELECT
    CAST(NULL AS NUMERIC) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((("orders".created_at + make_interval(months => CAST((1 * 1) AS INTEGER))) >= TIMESTAMPTZ '2024-02-01 00:00:00.000+00') AND (("orders".created_at + make_interval(months => CAST((1 * 1) AS INTEGER))) < TIMESTAMPTZ '2024-03-01 00:00:00.000+00'))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total",
    CAST(NULL AS NUMERIC) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMPTZ '2024-02-01 00:00:00.000+00') AND ("orders".created_at < TIMESTAMPTZ '2024-03-01 00:00:00.000+00'))
  UNION ALL
  SELECT
    CAST(NULL AS NUMERIC) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMPTZ '2024-01-01 00:00:00.000+00') AND ("orders".created_at < TIMESTAMPTZ '2024-02-01 00:00:00.000+00'))
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
