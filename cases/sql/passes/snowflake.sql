-- narrow-zones, before: cases/days/last-month.yml
SELECT
  DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "flights".planned_on)), 6)) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("flights".planned_on < CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "flights".planned_on)), 6)) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("flights".planned_on < CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)))
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
    CAST(NULL AS NUMBER(1, 0)) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  UNION ALL
  SELECT
    "flights".route AS "flights__route",
    CAST(NULL AS TIMESTAMP_NTZ) AS "flights__last_planned",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
) AS "parts"
GROUP BY 1
HAVING (MAX("parts"."flights__last_planned") >= CAST('2024-03-10 00:00:00.000' AS TIMESTAMP_NTZ))
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "flights".route AS "flights__route",
  COUNT(*) AS "flights__count"
FROM flights AS "flights"
GROUP BY 1
HAVING (MAX("flights".planned_on) >= CAST('2024-03-10 00:00:00.000' AS TIMESTAMP_NTZ))
ORDER BY "flights__route" ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    DATEADD('month', "steps"."n" * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 2))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("sales".amount) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      DATEADD('month', "steps"."n" * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATEADD('month', -1, DATEADD('month', ("steps"."n" + 1) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ))) AS "window_from",
      DATEADD('month', ("steps"."n" + 1) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 2))) AS "steps"
  ) AS "series"
    ON (TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6) >= "series"."window_from") AND (TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6) < "series"."window_to")
  WHERE (("sales".day >= CAST('2023-12-28 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("sales".day < CAST('2024-03-05 00:00:00.000' AS TIMESTAMP_NTZ)))
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
    DATEADD('month', "steps"."n" * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 2))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("totals"."sales__last_month") AS "sales__last_month"
  FROM (
    SELECT
      DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "step",
      SUM("sales".amount) AS "sales__last_month"
    FROM sales AS "sales"
    WHERE (("sales".day >= CAST('2023-12-28 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("sales".day < CAST('2024-03-05 00:00:00.000' AS TIMESTAMP_NTZ)))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      DATEADD('month', "steps"."n" * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATEADD('month', -1, DATEADD('month', ("steps"."n" + 1) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ))) AS "window_from",
      DATEADD('month', ("steps"."n" + 1) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 2))) AS "steps"
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
    CAST(NULL AS NUMBER(1, 0)) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("orders".created_at < CAST('2024-03-01 00:00:00.000' AS TIMESTAMP_NTZ)))
  UNION ALL
  SELECT
    CAST(NULL AS NUMBER(1, 0)) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((DATEADD('month', 1, TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6)) >= CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND (DATEADD('month', 1, TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6)) < CAST('2024-03-01 00:00:00.000' AS TIMESTAMP_NTZ)))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total",
    CAST(NULL AS NUMBER(1, 0)) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("orders".created_at < CAST('2024-03-01 00:00:00.000' AS TIMESTAMP_NTZ)))
  UNION ALL
  SELECT
    CAST(NULL AS NUMBER(1, 0)) AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("orders".created_at < CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)))
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
