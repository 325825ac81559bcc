-- narrow-zones, before: cases/days/last-month.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("flights".planned_on AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("flights".planned_on AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "flights__planned_on_day",
  plus(sum("flights".fare), throwIf(ifNull((position(toTypeName(sum("flights".fare)), 'Float') = 0) AND (sum("flights".fare) <> sum("flights".fare * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC')) AND ("flights".planned_on < fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')))
GROUP BY 1
ORDER BY "flights__planned_on_day" ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("flights".planned_on AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("flights".planned_on AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "flights__planned_on_day",
  plus(sum("flights".fare), throwIf(ifNull((position(toTypeName(sum("flights".fare)), 'Float') = 0) AND (sum("flights".fare) <> sum("flights".fare * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "flights__fare"
FROM flights AS "flights"
WHERE (("flights".planned_on >= fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC')) AND ("flights".planned_on < fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')))
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
      CAST("flights".route AS String) AS "flights__route",
      MAX("flights".planned_on) AS "flights__last_planned",
      NULL AS "flights__count"
    FROM flights AS "flights"
    GROUP BY 1
    UNION ALL
    SELECT
      CAST("flights".route AS String) AS "flights__route",
      NULL AS "flights__last_planned",
      COUNT(*) AS "flights__count"
    FROM flights AS "flights"
    GROUP BY 1
  ) AS "parts"
  GROUP BY 1
  HAVING (MAX("parts"."flights__last_planned") >= fromUnixTimestamp64Micro(toInt64(1710028800000000), 'UTC'))
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS String) ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  "rows_of_query"."flights__route" AS "flights__route",
  "rows_of_query"."flights__count" AS "flights__count"
FROM (
  SELECT
    CAST("flights".route AS String) AS "flights__route",
    COUNT(*) AS "flights__count"
  FROM flights AS "flights"
  GROUP BY 1
  HAVING (MAX("flights".planned_on) >= fromUnixTimestamp64Micro(toInt64(1710028800000000), 'UTC'))
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."flights__route" AS String) ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "totals"."sales__last_month" AS "sales__last_month"
FROM (
  SELECT
    addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 1) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(2)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__last_month"
  FROM sales AS "sales"
  JOIN (
    SELECT
      addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 1) AS "bucket",
      addMonths(CAST(addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 1) AS DateTime64(6, 'UTC')), 1 * -1) AS "window_from",
      addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 1) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(2)) AS "steps"
  ) AS "series"
    ON (CAST("sales".day AS DateTime64(6, 'UTC')) >= "series"."window_from") AND (CAST("sales".day AS DateTime64(6, 'UTC')) < "series"."window_to")
  WHERE (("sales".day >= fromUnixTimestamp64Micro(toInt64(1703721600000000), 'UTC')) AND ("sales".day < fromUnixTimestamp64Micro(toInt64(1709596800000000), 'UTC')))
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
    addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 1) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(2)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    plus(sum("totals"."sales__last_month"), throwIf(ifNull((position(toTypeName(sum("totals"."sales__last_month")), 'Float') = 0) AND (sum("totals"."sales__last_month") <> sum("totals"."sales__last_month" * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__last_month"
  FROM (
    SELECT
      fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "step",
      plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__last_month"
    FROM sales AS "sales"
    WHERE (("sales".day >= fromUnixTimestamp64Micro(toInt64(1703721600000000), 'UTC')) AND ("sales".day < fromUnixTimestamp64Micro(toInt64(1709596800000000), 'UTC')))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 1) AS "bucket",
      addMonths(CAST(addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 1) AS DateTime64(6, 'UTC')), 1 * -1) AS "window_from",
      addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 1) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(2)) AS "steps"
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
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')) AND ("orders".created_at < fromUnixTimestamp64Micro(toInt64(1709251200000000), 'UTC')))
  UNION ALL
  SELECT
    NULL AS "orders__total",
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__prev"
  FROM orders AS "orders"
  WHERE ((addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) >= fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')) AND (addMonths(CAST("orders".created_at AS DateTime64(6, 'UTC')), 1 * 1) < fromUnixTimestamp64Micro(toInt64(1709251200000000), 'UTC')))
) AS "parts"
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX("parts"."orders__prev") AS "orders__prev",
  MAX("parts"."orders__total") AS "orders__total"
FROM (
  SELECT
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
    NULL AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')) AND ("orders".created_at < fromUnixTimestamp64Micro(toInt64(1709251200000000), 'UTC')))
  UNION ALL
  SELECT
    NULL AS "orders__total",
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__prev"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC')) AND ("orders".created_at < fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC')))
) AS "parts"
LIMIT 10000

-- drop-idle-sort, before: cases/order/one-row-needs-no-order.yml
SELECT
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
ORDER BY "orders__total" DESC NULLS LAST
LIMIT 10000

-- drop-idle-sort, after: cases/order/one-row-needs-no-order.yml
SELECT
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
LIMIT 10000
