-- weeks: cases/time/by-week.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - 345600000000, 604800000000)), 'UTC') AS "sales__day_week",
  plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__total"
FROM sales AS "sales"
GROUP BY 1
ORDER BY "sales__day_week" ASC NULLS LAST
LIMIT 10000

-- months, and several units: cases/time/several-granularities-of-one-time.yml
SELECT
  CAST(makeDate32(toYear(CAST("orders".created_at AS DateTime64(6, 'UTC'))), toMonth(CAST("orders".created_at AS DateTime64(6, 'UTC'))) - (toMonth(CAST("orders".created_at AS DateTime64(6, 'UTC'))) - 1) % 3, 1) AS DateTime64(6, 'UTC')) AS "orders__created_at_quarter",
  CAST(makeDate32(toYear(CAST("orders".created_at AS DateTime64(6, 'UTC'))), toMonth(CAST("orders".created_at AS DateTime64(6, 'UTC'))), 1) AS DateTime64(6, 'UTC')) AS "orders__created_at_month",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__created_at_quarter" ASC NULLS LAST, "orders__created_at_month" ASC NULLS LAST
LIMIT 10000

-- quarters in a zone: cases/date-filters/on-a-truncated-time-of-a-select.yml
SELECT
  "orders".id + 0 AS "orders__id"
FROM (
  SELECT DISTINCT id, created_at FROM orders
) AS "orders"
WHERE (CAST(makeDate32(toYear(addSeconds(CAST("orders".created_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("orders".created_at AS DateTime64(6, 'UTC')), 'Asia/Kolkata')))), toMonth(addSeconds(CAST("orders".created_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("orders".created_at AS DateTime64(6, 'UTC')), 'Asia/Kolkata')))) - (toMonth(addSeconds(CAST("orders".created_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("orders".created_at AS DateTime64(6, 'UTC')), 'Asia/Kolkata')))) - 1) % 3, 1) AS DateTime64(6, 'UTC')) >= fromUnixTimestamp64Micro(toInt64(1706832000000000), 'UTC'))
GROUP BY 1
ORDER BY "orders__id" ASC NULLS LAST
LIMIT 10000

-- hours in a zone: cases/time/a-repeated-hour-is-one-bucket.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(addSeconds(CAST("moments".taken_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("moments".taken_at AS DateTime64(6, 'UTC')), 'America/New_York')))) - positiveModulo(toUnixTimestamp64Micro(addSeconds(CAST("moments".taken_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("moments".taken_at AS DateTime64(6, 'UTC')), 'America/New_York')))), 3600000000)), 'UTC') AS "moments__at_hour",
  COUNT(*) AS "moments__count"
FROM moments AS "moments"
WHERE (("moments".taken_at >= fromUnixTimestamp64Micro(toInt64(1730606400000000), 'UTC')) AND ("moments".taken_at < fromUnixTimestamp64Micro(toInt64(1730696400000000), 'UTC')))
GROUP BY 1
ORDER BY "moments__at_hour" ASC NULLS LAST
LIMIT 10000

-- days in a zone: cases/time/evening-rows-belong-to-the-local-day.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(addSeconds(CAST("orders".created_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("orders".created_at AS DateTime64(6, 'UTC')), 'America/Los_Angeles')))) - positiveModulo(toUnixTimestamp64Micro(addSeconds(CAST("orders".created_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("orders".created_at AS DateTime64(6, 'UTC')), 'America/Los_Angeles')))), 86400000000)), 'UTC') AS "orders__created_at_day",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE (("orders".created_at >= fromUnixTimestamp64Micro(toInt64(1704096000000000), 'UTC')) AND ("orders".created_at < fromUnixTimestamp64Micro(toInt64(1707552000000000), 'UTC')))
GROUP BY 1
ORDER BY "orders__created_at_day" ASC NULLS LAST
LIMIT 10000

-- wall clock readings: cases/days/as-they-are.yml
SELECT
  "flights".id + 0 AS "flights__id",
  CAST("flights".planned_on AS DateTime64(6, 'UTC')) AS "flights__planned_on",
  CAST("flights".landed_on AS DateTime64(6, 'UTC')) AS "flights__landed_on"
FROM flights AS "flights"
GROUP BY 1, 2, 3
ORDER BY "flights__id" ASC NULLS LAST, "flights__planned_on" ASC NULLS LAST, "flights__landed_on" ASC NULLS LAST
LIMIT 10000

-- seconds before the epoch: cases/time/before-the-epoch-by-second.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("eras".taken_at AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("eras".taken_at AS DateTime64(6, 'UTC'))), 1000000)), 'UTC') AS "eras__at_second",
  COUNT(*) AS "eras__count"
FROM eras AS "eras"
WHERE (("eras".taken_at >= fromUnixTimestamp64Micro(toInt64(-86400000000), 'UTC')) AND ("eras".taken_at < fromUnixTimestamp64Micro(toInt64(86400000000), 'UTC')))
GROUP BY 1
ORDER BY "eras__at_second" ASC NULLS LAST
LIMIT 10000

-- ten days: cases/contract/ten-days.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("sales".day AS DateTime64(6, 'UTC'))) - 1704067200000000, 864000000000)), 'UTC') AS "sales__day_ten",
  plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__total"
FROM sales AS "sales"
GROUP BY 1
ORDER BY "sales__day_ten" ASC NULLS LAST
LIMIT 10000

-- shifts of eight hours: cases/granularities/shifts-of-eight-hours/utc.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(CAST("moments".taken_at AS DateTime64(6, 'UTC'))) - positiveModulo(toUnixTimestamp64Micro(CAST("moments".taken_at AS DateTime64(6, 'UTC'))) - 1704088800000000, 28800000000)), 'UTC') AS "moments__at_shift",
  plus(sum("moments".weight), throwIf(ifNull((position(toTypeName(sum("moments".weight)), 'Float') = 0) AND (sum("moments".weight) <> sum("moments".weight * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_shift" ASC NULLS LAST
LIMIT 10000

-- a fiscal year: cases/contract/a-fiscal-year.yml
SELECT
  CAST(addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706745600000000), 'UTC') AS DateTime64(6, 'UTC')), toInt64(FLOOR(((toYear(CAST("orders".created_at AS DateTime64(6, 'UTC'))) * 12 + toMonth(CAST("orders".created_at AS DateTime64(6, 'UTC'))) - 1) - 24289) / CAST(12 AS Float64))) * 12) AS DateTime64(6, 'UTC')) AS "orders__created_at_fiscal",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__created_at_fiscal" ASC NULLS LAST
LIMIT 10000

-- an origin with a zone: cases/granularities/an-origin-with-a-zone-elsewhere.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(addSeconds(CAST("moments".taken_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("moments".taken_at AS DateTime64(6, 'UTC')), 'Asia/Kolkata')))) - positiveModulo(toUnixTimestamp64Micro(addSeconds(CAST("moments".taken_at AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST("moments".taken_at AS DateTime64(6, 'UTC')), 'Asia/Kolkata')))) - 1704119400000000, 86400000000)), 'UTC') AS "moments__at_eastern_dawn",
  plus(sum("moments".weight), throwIf(ifNull((position(toTypeName(sum("moments".weight)), 'Float') = 0) AND (sum("moments".weight) <> sum("moments".weight * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_eastern_dawn" ASC NULLS LAST
LIMIT 10000

-- months that end on several days: cases/granularities/month-ends-are-clipped/utc.yml
SELECT
  CASE WHEN addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC') AS DateTime64(6, 'UTC')), (toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC'), CAST("moments".taken_at AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 1) * 1) <= CAST("moments".taken_at AS DateTime64(6, 'UTC')) THEN addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC') AS DateTime64(6, 'UTC')), (toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC'), CAST("moments".taken_at AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + 1) * 1) WHEN addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC') AS DateTime64(6, 'UTC')), toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC'), CAST("moments".taken_at AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) * 1) <= CAST("moments".taken_at AS DateTime64(6, 'UTC')) THEN addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC') AS DateTime64(6, 'UTC')), toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC'), CAST("moments".taken_at AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) * 1) ELSE addMonths(CAST(fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC') AS DateTime64(6, 'UTC')), (toInt64(FLOOR(dateDiff('second', fromUnixTimestamp64Micro(toInt64(1706659200000000), 'UTC'), CAST("moments".taken_at AS DateTime64(6, 'UTC'))) / CAST(2629746 AS Float64))) + -1) * 1) END AS "moments__at_month_end",
  plus(sum("moments".weight), throwIf(ifNull((position(toTypeName(sum("moments".weight)), 'Float') = 0) AND (sum("moments".weight) <> sum("moments".weight * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_month_end" ASC NULLS LAST
LIMIT 10000

-- times kept as texts: cases/models-of-others/times-kept-as-texts/by-day.yml
SELECT
  fromUnixTimestamp64Micro((toUnixTimestamp64Micro(addSeconds(CAST(if(isNull("logs".seen), NULL, parseDateTime64BestEffort(multiIf(isNull("logs".seen), '1970-01-01', match("logs".seen, '^[ ]*([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{8})([T ]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?[ ]?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?[ ]*$'), "logs".seen, 'no time'), 6, 'UTC')) AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST(if(isNull("logs".seen), NULL, parseDateTime64BestEffort(multiIf(isNull("logs".seen), '1970-01-01', match("logs".seen, '^[ ]*([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{8})([T ]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?[ ]?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?[ ]*$'), "logs".seen, 'no time'), 6, 'UTC')) AS DateTime64(6, 'UTC')), 'America/New_York')))) - positiveModulo(toUnixTimestamp64Micro(addSeconds(CAST(if(isNull("logs".seen), NULL, parseDateTime64BestEffort(multiIf(isNull("logs".seen), '1970-01-01', match("logs".seen, '^[ ]*([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{8})([T ]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?[ ]?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?[ ]*$'), "logs".seen, 'no time'), 6, 'UTC')) AS DateTime64(6, 'UTC')), timeZoneOffset(toTimeZone(CAST(if(isNull("logs".seen), NULL, parseDateTime64BestEffort(multiIf(isNull("logs".seen), '1970-01-01', match("logs".seen, '^[ ]*([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{8})([T ]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?[ ]?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?[ ]*$'), "logs".seen, 'no time'), 6, 'UTC')) AS DateTime64(6, 'UTC')), 'America/New_York')))), 86400000000)), 'UTC') AS "logs__seen_day",
  plus(sum("logs".n), throwIf(ifNull((position(toTypeName(sum("logs".n)), 'Float') = 0) AND (sum("logs".n) <> sum("logs".n * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "logs__total"
FROM (
  SELECT 1 AS id, '2024-01-05' AS seen, 1 AS n UNION ALL SELECT 2, '2024-01-05T10:00:00', 2 UNION ALL SELECT 3, '2024-02-01 03:30:00.5', 4 UNION ALL SELECT 4, '2024-02-01T05:00:00Z', 8 UNION ALL SELECT 5, NULL, 16
) AS "logs"
GROUP BY 1
ORDER BY "logs__seen_day" ASC NULLS LAST
LIMIT 10000

-- years of a calendar table: cases/contract/calendar-cubes/a-name-of-its-own.yml
SELECT
  CAST(if(isNull("dates".retail_year), NULL, CAST(assumeNotNull("dates".retail_year) AS DateTime64(6, 'UTC'))) AS DateTime64(6, 'UTC')) AS "dates__day_retail_year",
  CAST(makeDate32(toYear(CAST("dates".day AS DateTime64(6, 'UTC'))), 1, 1) AS DateTime64(6, 'UTC')) AS "dates__day_year",
  plus(sum("sales".amount), throwIf(ifNull((position(toTypeName(sum("sales".amount)), 'Float') = 0) AND (sum("sales".amount) <> sum("sales".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "sales__total"
FROM sales AS "sales"
LEFT JOIN (
  SELECT DATE '2023-12-31' AS day, DATE '2023-12-03' AS retail_month, DATE '2023-01-29' AS retail_year UNION ALL SELECT DATE '2024-01-01', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-02', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-04', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-08', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-09', DATE '2024-01-08', DATE '2023-12-31'
) AS "dates"
  ON CAST("sales".day AS DATE) = "dates".day
GROUP BY 1, 2
ORDER BY "dates__day_retail_year" ASC NULLS LAST, "dates__day_year" ASC NULLS LAST
LIMIT 10000
