-- narrow-zones, before: cases/days/last-month.yml
SELECT
  "rows_of_query"."flights__planned_on_day" AS "flights__planned_on_day",
  "rows_of_query"."flights__fare" AS "flights__fare"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "flights".planned_on) DAY) AS "flights__planned_on_day",
    SUM("flights".fare) AS "flights__fare"
  FROM flights AS "flights"
  WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."flights__planned_on_day" IS NULL, "rows_of_query"."flights__planned_on_day" ASC
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  "rows_of_query"."flights__planned_on_day" AS "flights__planned_on_day",
  "rows_of_query"."flights__fare" AS "flights__fare"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "flights".planned_on) DAY) AS "flights__planned_on_day",
    SUM("flights".fare) AS "flights__fare"
  FROM flights AS "flights"
  WHERE (("flights".planned_on >= TIMESTAMP '2024-01-01 00:00:00.000') AND ("flights".planned_on < TIMESTAMP '2024-02-01 00:00:00.000'))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."flights__planned_on_day" IS NULL, "rows_of_query"."flights__planned_on_day" ASC
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
      CAST("flights".route AS CHAR) AS "flights__route",
      MAX("flights".planned_on) AS "flights__last_planned",
      NULL AS "flights__count"
    FROM flights AS "flights"
    GROUP BY 1
    UNION ALL
    SELECT
      CAST("flights".route AS CHAR) AS "flights__route",
      NULL AS "flights__last_planned",
      COUNT(*) AS "flights__count"
    FROM flights AS "flights"
    GROUP BY 1
  ) AS "parts"
  GROUP BY 1
  HAVING (MAX("parts"."flights__last_planned") >= TIMESTAMP '2024-03-10 00:00:00.000')
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS CHAR) IS NULL, CAST("rows_of_query"."flights__route" AS CHAR) ASC
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "rows_of_query"."flights__route" AS "flights__route",
  "rows_of_query"."flights__count" AS "flights__count"
FROM (
  SELECT
    CAST("flights".route AS CHAR) AS "flights__route",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  HAVING (MAX("flights".planned_on) >= TIMESTAMP '2024-03-10 00:00:00.000')
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS CHAR) IS NULL, CAST("rows_of_query"."flights__route" AS CHAR) ASC
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "rows_of_query"."sales__day_month" AS "sales__day_month",
  "rows_of_query"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "totals"."sales__last_month" AS "sales__last_month"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 1)) MONTH AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
    LIMIT 9007199254740991
  ) AS "series"
  LEFT JOIN (
    SELECT
      "series"."bucket" AS "sales__day_month",
      SUM("sales".amount) AS "sales__last_month"
    FROM sales AS "sales"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 1)) MONTH AS "bucket",
        (TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 1)) MONTH) + INTERVAL ((1 * -1)) MONTH AS "window_from",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 1)) MONTH AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON (CAST("sales".day AS DATETIME(6)) >= "series"."window_from") AND (CAST("sales".day AS DATETIME(6)) < "series"."window_to")
    WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
    ON "series"."bucket" = "totals"."sales__day_month"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_month" IS NULL, "rows_of_query"."sales__day_month" ASC
LIMIT 10000

-- sum-before-windows, after: cases/rolling/a-month-is-whole.yml
SELECT
  "rows_of_query"."sales__day_month" AS "sales__day_month",
  "rows_of_query"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "totals"."sales__last_month" AS "sales__last_month"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 1)) MONTH AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
    LIMIT 9007199254740991
  ) AS "series"
  LEFT JOIN (
    SELECT
      "series"."bucket" AS "sales__day_month",
      SUM("totals"."sales__last_month") AS "sales__last_month"
    FROM (
      SELECT
        (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "sales".day) DAY) AS "step",
        SUM("sales".amount) AS "sales__last_month"
      FROM sales AS "sales"
      WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-03-05 00:00:00.000'))
      GROUP BY 1
    ) AS "totals"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 1)) MONTH AS "bucket",
        (TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 1)) MONTH) + INTERVAL ((1 * -1)) MONTH AS "window_from",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 1)) MONTH AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 2) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON ("totals"."step" >= "series"."window_from") AND ("totals"."step" < "series"."window_to")
    GROUP BY 1
  ) AS "totals"
    ON "series"."bucket" = "totals"."sales__day_month"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_month" IS NULL, "rows_of_query"."sales__day_month" ASC
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
  WHERE ((("orders".created_at + INTERVAL ((1 * 1)) MONTH) >= TIMESTAMP '2024-02-01 00:00:00.000') AND (("orders".created_at + INTERVAL ((1 * 1)) MONTH) < TIMESTAMP '2024-03-01 00:00:00.000'))
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
  "rows_of_query"."orders__total" AS "orders__total"
FROM (
  SELECT
    SUM("orders".amount) AS "orders__total"
  FROM orders AS "orders"
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__total" IS NULL, "rows_of_query"."orders__total" DESC
LIMIT 10000

-- drop-idle-sort, after: cases/order/one-row-needs-no-order.yml
SELECT
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
LIMIT 10000
