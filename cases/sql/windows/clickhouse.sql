-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "totals"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    plus(sum("totals"."sales__rolled"), throwIf(ifNull((position(toTypeName(sum("totals"."sales__rolled")), 'Float') = 0) AND (sum("totals"."sales__rolled") <> sum("totals"."sales__rolled" * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__rolled"
  FROM (
    SELECT
      fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "step",
      plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__rolled"
    FROM sales AS "sales"
    WHERE (("sales".day >= fromUnixTimestamp64Micro(toInt64(1703548800000000), 'UTC')) AND ("sales".day < fromUnixTimestamp64Micro(toInt64(1705190400000000), 'UTC')))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket",
      addMilliseconds(CAST(addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS DateTime64(6, 'UTC')), 1 * -259200000) AS "window_from",
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
  ) AS "series"
    ON ("totals"."step" >= "series"."window_from") AND ("totals"."step" < "series"."window_to")
  GROUP BY 1
) AS "totals"
  ON "series"."bucket" = "totals"."sales__day_day"
ORDER BY "sales__day_day" ASC NULLS LAST
LIMIT 10000

-- from the beginning: cases/contract/from-the-beginning.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD(toNullable("totals"."step")) OVER (ORDER BY "totals"."step"), fromUnixTimestamp64Micro(toInt64(253402214400000000), 'UTC')) AS "next_step",
      plus(sum("totals"."sales__rolled") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING), throwIf(ifNull((position(toTypeName((sum("totals"."sales__rolled") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 'Float') = 0) AND ((sum("totals"."sales__rolled") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING)) <> (sum("totals"."sales__rolled" * toDecimal256(1, 0)) OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 0), 'a sum does not fit its type')) AS "sales__rolled"
    FROM (
      SELECT
        fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "step",
        plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE ("sales".day < fromUnixTimestamp64Micro(toInt64(1705190400000000), 'UTC'))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket",
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_day"
ORDER BY "sales__day_day" ASC NULLS LAST
LIMIT 10000

-- to date: cases/contract/month-to-date.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "since",
      COALESCE(LEAD(toNullable("totals"."step")) OVER (PARTITION BY CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) ORDER BY "totals"."step"), fromUnixTimestamp64Micro(toInt64(253402214400000000), 'UTC')) AS "next_step",
      plus(sum("totals"."sales__rolled") OVER (PARTITION BY CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING), throwIf(ifNull((position(toTypeName((sum("totals"."sales__rolled") OVER (PARTITION BY CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 'Float') = 0) AND ((sum("totals"."sales__rolled") OVER (PARTITION BY CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING)) <> (sum("totals"."sales__rolled" * toDecimal256(1, 0)) OVER (PARTITION BY CAST(makeDate32(toYear(CAST("totals"."step" AS DateTime64(6, 'UTC'))), toMonth(CAST("totals"."step" AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 0), 'a sum does not fit its type')) AS "sales__rolled"
    FROM (
      SELECT
        fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "step",
        plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE (("sales".day >= fromUnixTimestamp64Micro(toInt64(1703721600000000), 'UTC')) AND ("sales".day < fromUnixTimestamp64Micro(toInt64(1705190400000000), 'UTC')))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket",
      CAST(makeDate32(toYear(CAST(addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS DateTime64(6, 'UTC'))), toMonth(CAST(addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "window_from",
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
  ) AS "series"
    ON ("accumulated"."since" = "series"."window_from") AND ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_day"
ORDER BY "sales__day_day" ASC NULLS LAST
LIMIT 10000

-- distinct values: cases/contract/distinct-values-in-a-window.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  COALESCE("totals"."sales__rolled", 0) AS "sales__rolled"
FROM (
  SELECT
    addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket"
  FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    ifNull(COUNT(DISTINCT CAST("sales".region AS String)), 0) AS "sales__rolled"
  FROM sales AS "sales"
  JOIN (
    SELECT
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), "steps"."n" * 86400000) AS "bucket",
      addMilliseconds(CAST(addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS DateTime64(6, 'UTC')), 1 * -259200000) AS "window_from",
      addMilliseconds(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), ("steps"."n" + 1) * 86400000) AS "window_to"
    FROM (SELECT toInt64(number) AS "n" FROM numbers(9)) AS "steps"
  ) AS "series"
    ON (CAST("sales".day AS DateTime64(6, 'UTC')) >= "series"."window_from") AND (CAST("sales".day AS DateTime64(6, 'UTC')) < "series"."window_to")
  WHERE (("sales".day >= fromUnixTimestamp64Micro(toInt64(1703548800000000), 'UTC')) AND ("sales".day < fromUnixTimestamp64Micro(toInt64(1705190400000000), 'UTC')))
  GROUP BY 1
) AS "totals"
  ON "series"."bucket" = "totals"."sales__day_day"
ORDER BY "sales__day_day" ASC NULLS LAST
LIMIT 10000

-- buckets that the data decide: cases/rolling/a-running-total-without-range.yml
SELECT
  "series"."bucket" AS "sales__day_month",
  "rows_of_query"."sales__running" AS "sales__running"
FROM (
  SELECT
    CASE WHEN ("steps"."n" > 50001) AND (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) <= CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) THEN addSeconds(fromUnixTimestamp64Micro(toInt64(0), 'UTC'), throwIf(toString("steps"."n") <> '', 'The count of generated date ranges is over limit (50000)')) ELSE addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) END AS "bucket"
  FROM (
    SELECT
      MIN("keys"."sales__day_month") AS "first_bucket",
      MAX("keys"."sales__day_month") AS "last_bucket"
    FROM (
      SELECT
        CAST(makeDate32(toYear(CAST("sales".day AS DateTime64(6, 'UTC'))), toMonth(CAST("sales".day AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "sales__day_month"
      FROM sales AS "sales"
      GROUP BY 1
    ) AS "keys"
  ) AS "bounds"
  JOIN (SELECT toInt64(number) AS "n" FROM numbers(50003)) AS "steps"
    ON TRUE
  WHERE (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) >= CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC')))
    AND (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) <= CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC')))
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "accumulated"."sales__running" AS "sales__running"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD(toNullable("totals"."step")) OVER (ORDER BY "totals"."step"), fromUnixTimestamp64Micro(toInt64(253402214400000000), 'UTC')) AS "next_step",
      plus(sum("totals"."sales__running") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING), throwIf(ifNull((position(toTypeName((sum("totals"."sales__running") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 'Float') = 0) AND ((sum("totals"."sales__running") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING)) <> (sum("totals"."sales__running" * toDecimal256(1, 0)) OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING))), 0), 'a sum does not fit its type')) AS "sales__running"
    FROM (
      SELECT
        fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))), 86400000000)), 'UTC') AS "step",
        plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__running"
      FROM sales AS "sales"
      WHERE ("sales".day IS NOT NULL)
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      CASE WHEN ("steps"."n" > 50001) AND (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) <= CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) THEN addSeconds(fromUnixTimestamp64Micro(toInt64(0), 'UTC'), throwIf(toString("steps"."n") <> '', 'The count of generated date ranges is over limit (50000)')) ELSE addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) END AS "bucket",
      addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), (LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) + 1) * 1) AS "window_to"
    FROM (
      SELECT
        MIN("keys"."sales__day_month") AS "first_bucket",
        MAX("keys"."sales__day_month") AS "last_bucket"
      FROM (
        SELECT
          CAST(makeDate32(toYear(CAST("sales".day AS DateTime64(6, 'UTC'))), toMonth(CAST("sales".day AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "sales__day_month"
        FROM sales AS "sales"
        GROUP BY 1
      ) AS "keys"
    ) AS "bounds"
    JOIN (SELECT toInt64(number) AS "n" FROM numbers(50003)) AS "steps"
      ON TRUE
    WHERE (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) >= CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC')))
      AND (addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC') AS DateTime64(6, 'UTC')), LEAST(toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."first_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1 + "steps"."n", toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1704067200000000), 'UTC'), CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 2) * 1) <= CAST("bounds"."last_bucket" AS DateTime64(6, 'UTC')))
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000
