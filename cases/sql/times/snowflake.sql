-- weeks: cases/time/by-week.yml
SELECT
  DATEADD('day', 1 - DAYOFWEEKISO(TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)), DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6))) AS "sales__day_week",
  SUM("sales".amount) AS "sales__total"
FROM sales AS "sales"
GROUP BY 1
ORDER BY "sales__day_week" ASC NULLS LAST
LIMIT 10000

-- months, and several units: cases/time/several-granularities-of-one-time.yml
SELECT
  DATE_TRUNC('quarter', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6)) AS "orders__created_at_quarter",
  DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6)) AS "orders__created_at_month",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1, 2
ORDER BY "orders__created_at_quarter" ASC NULLS LAST, "orders__created_at_month" ASC NULLS LAST
LIMIT 10000

-- quarters in a zone: cases/date-filters/on-a-truncated-time-of-a-select.yml
SELECT
  "orders".id AS "orders__id"
FROM (
  SELECT DISTINCT id, created_at FROM orders
) AS "orders"
WHERE (DATE_TRUNC('quarter', CONVERT_TIMEZONE('UTC', 'Asia/Kolkata', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6))) >= CAST('2024-02-02 00:00:00.000' AS TIMESTAMP_NTZ))
GROUP BY 1
ORDER BY "orders__id" ASC NULLS LAST
LIMIT 10000

-- hours in a zone: cases/time/a-repeated-hour-is-one-bucket.yml
SELECT
  DATE_TRUNC('hour', CONVERT_TIMEZONE('UTC', 'America/New_York', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6))) AS "moments__at_hour",
  COUNT(*) AS "moments__count"
FROM moments AS "moments"
WHERE (("moments".taken_at >= CAST('2024-11-03 04:00:00.000' AS TIMESTAMP_NTZ)) AND ("moments".taken_at < CAST('2024-11-04 05:00:00.000' AS TIMESTAMP_NTZ)))
GROUP BY 1
ORDER BY "moments__at_hour" ASC NULLS LAST
LIMIT 10000

-- days in a zone: cases/time/evening-rows-belong-to-the-local-day.yml
SELECT
  DATE_TRUNC('day', CONVERT_TIMEZONE('UTC', 'America/Los_Angeles', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6))) AS "orders__created_at_day",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE (("orders".created_at >= CAST('2024-01-01 08:00:00.000' AS TIMESTAMP_NTZ)) AND ("orders".created_at < CAST('2024-02-10 08:00:00.000' AS TIMESTAMP_NTZ)))
GROUP BY 1
ORDER BY "orders__created_at_day" ASC NULLS LAST
LIMIT 10000

-- wall clock readings: cases/days/as-they-are.yml
SELECT
  "flights".id AS "flights__id",
  TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "flights".planned_on)), 6) AS "flights__planned_on",
  TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "flights".landed_on)), 6) AS "flights__landed_on"
FROM flights AS "flights"
GROUP BY 1, 2, 3
ORDER BY "flights__id" ASC NULLS LAST, "flights__planned_on" ASC NULLS LAST, "flights__landed_on" ASC NULLS LAST
LIMIT 10000

-- seconds before the epoch: cases/time/before-the-epoch-by-second.yml
SELECT
  DATE_TRUNC('second', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "eras".taken_at)), 6)) AS "eras__at_second",
  COUNT(*) AS "eras__count"
FROM eras AS "eras"
WHERE (("eras".taken_at >= CAST('1969-12-31 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("eras".taken_at < CAST('1970-01-02 00:00:00.000' AS TIMESTAMP_NTZ)))
GROUP BY 1
ORDER BY "eras__at_second" ASC NULLS LAST
LIMIT 10000

-- ten days: cases/contract/ten-days.yml
SELECT
  DATEADD('millisecond', CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) / CAST(864000 AS DOUBLE)) AS INTEGER) * 864000000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "sales__day_ten",
  SUM("sales".amount) AS "sales__total"
FROM sales AS "sales"
GROUP BY 1
ORDER BY "sales__day_ten" ASC NULLS LAST
LIMIT 10000

-- shifts of eight hours: cases/granularities/shifts-of-eight-hours/utc.yml
SELECT
  DATEADD('millisecond', CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 06:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(28800 AS DOUBLE)) AS INTEGER) * 28800000, CAST('2024-01-01 06:00:00.000' AS TIMESTAMP_NTZ)) AS "moments__at_shift",
  SUM("moments".weight) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_shift" ASC NULLS LAST
LIMIT 10000

-- a fiscal year: cases/contract/a-fiscal-year.yml
SELECT
  DATEADD('month', CAST(FLOOR(DATEDIFF('month', CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "orders".created_at)), 6)) / CAST(12 AS DOUBLE)) AS INTEGER) * 12, CAST('2024-02-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "orders__created_at_fiscal",
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__created_at_fiscal" ASC NULLS LAST
LIMIT 10000

-- an origin with a zone: cases/granularities/an-origin-with-a-zone-elsewhere.yml
SELECT
  DATEADD('millisecond', CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 14:30:00.000' AS TIMESTAMP_NTZ), CONVERT_TIMEZONE('UTC', 'Asia/Kolkata', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6))) / CAST(86400 AS DOUBLE)) AS INTEGER) * 86400000, CAST('2024-01-01 14:30:00.000' AS TIMESTAMP_NTZ)) AS "moments__at_eastern_dawn",
  SUM("moments".weight) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_eastern_dawn" ASC NULLS LAST
LIMIT 10000

-- months that end on several days: cases/granularities/month-ends-are-clipped/utc.yml
SELECT
  CASE WHEN DATEADD('month', (CAST(FLOOR(DATEDIFF('second', CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 1) * 1, CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ)) <= TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6) THEN DATEADD('month', (CAST(FLOOR(DATEDIFF('second', CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 1) * 1, CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ)) WHEN DATEADD('month', CAST(FLOOR(DATEDIFF('second', CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(2629746 AS DOUBLE)) AS INTEGER) * 1, CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ)) <= TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6) THEN DATEADD('month', CAST(FLOOR(DATEDIFF('second', CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(2629746 AS DOUBLE)) AS INTEGER) * 1, CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ)) ELSE DATEADD('month', (CAST(FLOOR(DATEDIFF('second', CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ), TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "moments".taken_at)), 6)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1) * 1, CAST('2024-01-31 00:00:00.000' AS TIMESTAMP_NTZ)) END AS "moments__at_month_end",
  SUM("moments".weight) AS "moments__weight"
FROM moments AS "moments"
GROUP BY 1
ORDER BY "moments__at_month_end" ASC NULLS LAST
LIMIT 10000

-- times kept as texts: cases/models-of-others/times-kept-as-texts/by-day.yml
SELECT
  DATE_TRUNC('day', CONVERT_TIMEZONE('UTC', 'America/New_York', CASE WHEN REGEXP_LIKE("logs".seen, '.*:.*[A-Za-z+-].*') THEN CAST(CONVERT_TIMEZONE('UTC', CAST("logs".seen AS TIMESTAMP_TZ)) AS TIMESTAMP_NTZ) ELSE CAST("logs".seen AS TIMESTAMP_NTZ) END)) AS "logs__seen_day",
  SUM("logs".n) AS "logs__total"
FROM (
  SELECT 1 AS id, '2024-01-05' AS seen, 1 AS n UNION ALL SELECT 2, '2024-01-05T10:00:00', 2 UNION ALL SELECT 3, '2024-02-01 03:30:00.5', 4 UNION ALL SELECT 4, '2024-02-01T05:00:00Z', 8 UNION ALL SELECT 5, NULL, 16
) AS "logs"
GROUP BY 1
ORDER BY "logs__seen_day" ASC NULLS LAST
LIMIT 10000

-- years of a calendar table: cases/contract/calendar-cubes/a-name-of-its-own.yml
SELECT
  CAST("dates".retail_year AS TIMESTAMP_NTZ) AS "dates__day_retail_year",
  DATE_TRUNC('year', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "dates".day)), 6)) AS "dates__day_year",
  SUM("sales".amount) AS "sales__total"
FROM sales AS "sales"
LEFT JOIN (
  SELECT DATE '2023-12-31' AS day, DATE '2023-12-03' AS retail_month, DATE '2023-01-29' AS retail_year UNION ALL SELECT DATE '2024-01-01', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-02', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-04', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-08', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-09', DATE '2024-01-08', DATE '2023-12-31'
) AS "dates"
  ON CAST("sales".day AS DATE) = "dates".day
GROUP BY 1, 2
ORDER BY "dates__day_retail_year" ASC NULLS LAST, "dates__day_year" ASC NULLS LAST
LIMIT 10000
