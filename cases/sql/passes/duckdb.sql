-- narrow-zones, before: cases/days/last-month.yml
SELECT
  CAST("flights".planned_on AS DATE) AS "flights__planned_on_day",
  SUM("flights".fare) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  CAST("flights".planned_on AS DATE) AS "flights__planned_on_day",
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
    TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket"
  FROM range(2) AS "steps" ("n")
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("sales".amount) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST((("steps"."n" + 1) * 1) AS INTEGER))) + to_months(CAST((1 * -1) AS INTEGER)) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST((("steps"."n" + 1) * 1) AS INTEGER)) AS "window_to"
    FROM range(2) AS "steps" ("n")
  ) AS "series"
    ON (CAST("sales".day AS TIMESTAMP) >= "series"."window_from") AND (CAST("sales".day AS TIMESTAMP) < "series"."window_to")
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
    TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket"
  FROM range(2) AS "steps" ("n")
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    SUM("totals"."sales__last_month") AS "sales__last_month"
  FROM (
    SELECT
      CAST("sales".day AS DATE) AS "step",
      SUM("sales".amount) AS "sales__last_month"
    FROM sales AS "sales"
    WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST(("steps"."n" * 1) AS INTEGER)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST((("steps"."n" + 1) * 1) AS INTEGER))) + to_months(CAST((1 * -1) AS INTEGER)) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + to_months(CAST((("steps"."n" + 1) * 1) AS INTEGER)) AS "window_to"
    FROM range(2) AS "steps" ("n")
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
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    NULL AS "orders__total",
    SUM("orders".amount) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((("orders".created_at + to_months(CAST((1 * 1) AS INTEGER))) >= TIMESTAMP '2024-02-01 00:00:00.000') AND (("orders".created_at + to_months(CAST((1 * 1) AS INTEGER))) < TIMESTAMP '2024-03-01 00:00:00.000'))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total",
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-02-01 00:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-03-01 00:00:00.000'))
  UNION ALL
  SELECT
    NULL AS "orders__total",
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
