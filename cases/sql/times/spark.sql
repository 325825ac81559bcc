-- weeks: cases/time/by-week.yml
SELECT
  CAST(trunc(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE), 'WEEK') AS TIMESTAMP_NTZ) AS `sales__day_week`,
  SUM(`sales`.amount) AS `sales__total`
FROM sales AS `sales`
GROUP BY 1
ORDER BY `sales__day_week` ASC NULLS LAST
LIMIT 10000

-- months, and several units: cases/time/several-granularities-of-one-time.yml
SELECT
  CAST(trunc(CAST(CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS DATE), 'QUARTER') AS TIMESTAMP_NTZ) AS `orders__created_at_quarter`,
  CAST(trunc(CAST(CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `orders__created_at_month`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
GROUP BY 1, 2
ORDER BY `orders__created_at_quarter` ASC NULLS LAST, `orders__created_at_month` ASC NULLS LAST
LIMIT 10000

-- quarters in a zone: cases/date-filters/on-a-truncated-time-of-a-select.yml
SELECT
  `orders`.id AS `orders__id`
FROM (
  SELECT DISTINCT id, created_at FROM orders
) AS `orders`
WHERE (CAST(trunc(CAST(convert_timezone('UTC', 'Asia/Kolkata', CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END) AS DATE), 'QUARTER') AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-02-02 00:00:00.000')
GROUP BY 1
ORDER BY `orders__id` ASC NULLS LAST
LIMIT 10000

-- hours in a zone: cases/time/a-repeated-hour-is-one-bucket.yml
SELECT
  TIMESTAMP_NTZ '0001-01-01 00:00:00.000' + (INTERVAL '3600' SECOND * ((convert_timezone('UTC', 'America/New_York', CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END) - TIMESTAMP_NTZ '0001-01-01 00:00:00.000') div INTERVAL '3600' SECOND)) AS `moments__at_hour`,
  COUNT(*) AS `moments__count`
FROM moments AS `moments`
WHERE ((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN `moments`.taken_at >= TIMESTAMP_LTZ '2024-11-03 04:00:00.000Z' ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-11-03 04:00:00.000' END) AND (CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN `moments`.taken_at < TIMESTAMP_LTZ '2024-11-04 05:00:00.000Z' ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-11-04 05:00:00.000' END))
GROUP BY 1
ORDER BY `moments__at_hour` ASC NULLS LAST
LIMIT 10000

-- days in a zone: cases/time/evening-rows-belong-to-the-local-day.yml
SELECT
  CAST(CAST(convert_timezone('UTC', 'America/Los_Angeles', CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END) AS DATE) AS TIMESTAMP_NTZ) AS `orders__created_at_day`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
WHERE ((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at >= TIMESTAMP_LTZ '2024-01-01 08:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 08:00:00.000' END) AND (CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at < TIMESTAMP_LTZ '2024-02-10 08:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-02-10 08:00:00.000' END))
GROUP BY 1
ORDER BY `orders__created_at_day` ASC NULLS LAST
LIMIT 10000

-- wall clock readings: cases/days/as-they-are.yml
SELECT
  `flights`.id AS `flights__id`,
  CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`flights`.planned_on AS TIMESTAMP_LTZ)) ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) END AS `flights__planned_on`,
  CASE WHEN typeof(`flights`.landed_on) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`flights`.landed_on AS TIMESTAMP_LTZ)) ELSE CAST(`flights`.landed_on AS TIMESTAMP_NTZ) END AS `flights__landed_on`
FROM flights AS `flights`
GROUP BY 1, 2, 3
ORDER BY `flights__id` ASC NULLS LAST, `flights__planned_on` ASC NULLS LAST, `flights__landed_on` ASC NULLS LAST
LIMIT 10000

-- seconds before the epoch: cases/time/before-the-epoch-by-second.yml
SELECT
  TIMESTAMP_NTZ '0001-01-01 00:00:00.000' + (INTERVAL '1' SECOND * ((CASE WHEN typeof(`eras`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`eras`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`eras`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '0001-01-01 00:00:00.000') div INTERVAL '1' SECOND)) AS `eras__at_second`,
  COUNT(*) AS `eras__count`
FROM eras AS `eras`
WHERE ((CASE WHEN typeof(`eras`.taken_at) = 'timestamp' THEN `eras`.taken_at >= TIMESTAMP_LTZ '1969-12-31 00:00:00.000Z' ELSE CAST(`eras`.taken_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '1969-12-31 00:00:00.000' END) AND (CASE WHEN typeof(`eras`.taken_at) = 'timestamp' THEN `eras`.taken_at < TIMESTAMP_LTZ '1970-01-02 00:00:00.000Z' ELSE CAST(`eras`.taken_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '1970-01-02 00:00:00.000' END))
GROUP BY 1
ORDER BY `eras__at_second` ASC NULLS LAST
LIMIT 10000

-- ten days: cases/contract/ten-days.yml
SELECT
  TIMESTAMP_NTZ '0001-01-06 00:00:00.000' + (INTERVAL '864000' SECOND * ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '0001-01-06 00:00:00.000') div INTERVAL '864000' SECOND)) AS `sales__day_ten`,
  SUM(`sales`.amount) AS `sales__total`
FROM sales AS `sales`
GROUP BY 1
ORDER BY `sales__day_ten` ASC NULLS LAST
LIMIT 10000

-- shifts of eight hours: cases/granularities/shifts-of-eight-hours/utc.yml
SELECT
  TIMESTAMP_NTZ '0001-01-01 06:00:00.000' + (INTERVAL '28800' SECOND * ((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '0001-01-01 06:00:00.000') div INTERVAL '28800' SECOND)) AS `moments__at_shift`,
  SUM(`moments`.weight) AS `moments__weight`
FROM moments AS `moments`
GROUP BY 1
ORDER BY `moments__at_shift` ASC NULLS LAST
LIMIT 10000

-- a fiscal year: cases/contract/a-fiscal-year.yml
SELECT
  TIMESTAMP_NTZ '0001-02-01 00:00:00.000' + (INTERVAL '12' MONTH * ((year(CAST(CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS DATE)) * 12 + month(CAST(CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS DATE)) - 14) div 12)) AS `orders__created_at_fiscal`,
  SUM(`orders`.amount) AS `orders__total`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__created_at_fiscal` ASC NULLS LAST
LIMIT 10000

-- an origin with a zone: cases/granularities/an-origin-with-a-zone-elsewhere.yml
SELECT
  TIMESTAMP_NTZ '0001-01-01 14:30:00.000' + (INTERVAL '86400' SECOND * ((convert_timezone('UTC', 'Asia/Kolkata', CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END) - TIMESTAMP_NTZ '0001-01-01 14:30:00.000') div INTERVAL '86400' SECOND)) AS `moments__at_eastern_dawn`,
  SUM(`moments`.weight) AS `moments__weight`
FROM moments AS `moments`
GROUP BY 1
ORDER BY `moments__at_eastern_dawn` ASC NULLS LAST
LIMIT 10000

-- months that end on several days: cases/granularities/month-ends-are-clipped/utc.yml
SELECT
  CASE WHEN (TIMESTAMP_NTZ '2024-01-31 00:00:00.000' + (INTERVAL '1' MONTH * (FLOOR(((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '2024-01-31 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 1))) <= CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END THEN TIMESTAMP_NTZ '2024-01-31 00:00:00.000' + (INTERVAL '1' MONTH * (FLOOR(((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '2024-01-31 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 1)) WHEN (TIMESTAMP_NTZ '2024-01-31 00:00:00.000' + (INTERVAL '1' MONTH * FLOOR(((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '2024-01-31 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)))) <= CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END THEN TIMESTAMP_NTZ '2024-01-31 00:00:00.000' + (INTERVAL '1' MONTH * FLOOR(((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '2024-01-31 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE))) ELSE TIMESTAMP_NTZ '2024-01-31 00:00:00.000' + (INTERVAL '1' MONTH * (FLOOR(((CASE WHEN typeof(`moments`.taken_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`moments`.taken_at AS TIMESTAMP_LTZ)) ELSE CAST(`moments`.taken_at AS TIMESTAMP_NTZ) END - TIMESTAMP_NTZ '2024-01-31 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1)) END AS `moments__at_month_end`,
  SUM(`moments`.weight) AS `moments__weight`
FROM moments AS `moments`
GROUP BY 1
ORDER BY `moments__at_month_end` ASC NULLS LAST
LIMIT 10000

-- times kept as texts: cases/models-of-others/times-kept-as-texts/by-day.yml
SELECT
  CAST(CAST(convert_timezone('UTC', 'America/New_York', CASE WHEN `logs`.seen RLIKE ':.*[A-Za-z+-]' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`logs`.seen AS TIMESTAMP_LTZ)) ELSE CAST(`logs`.seen AS TIMESTAMP_NTZ) END) AS DATE) AS TIMESTAMP_NTZ) AS `logs__seen_day`,
  SUM(`logs`.n) AS `logs__total`
FROM (
  SELECT 1 AS id, '2024-01-05' AS seen, 1 AS n UNION ALL SELECT 2, '2024-01-05T10:00:00', 2 UNION ALL SELECT 3, '2024-02-01 03:30:00.5', 4 UNION ALL SELECT 4, '2024-02-01T05:00:00Z', 8 UNION ALL SELECT 5, NULL, 16
) AS `logs`
GROUP BY 1
ORDER BY `logs__seen_day` ASC NULLS LAST
LIMIT 10000

-- years of a calendar table: cases/contract/calendar-cubes/a-name-of-its-own.yml
SELECT
  CAST(`dates`.retail_year AS TIMESTAMP_NTZ) AS `dates__day_retail_year`,
  CAST(trunc(CAST(CASE WHEN typeof(`dates`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`dates`.day AS TIMESTAMP_LTZ)) ELSE CAST(`dates`.day AS TIMESTAMP_NTZ) END AS DATE), 'YEAR') AS TIMESTAMP_NTZ) AS `dates__day_year`,
  SUM(`sales`.amount) AS `sales__total`
FROM sales AS `sales`
LEFT JOIN (
  SELECT DATE '2023-12-31' AS day, DATE '2023-12-03' AS retail_month, DATE '2023-01-29' AS retail_year UNION ALL SELECT DATE '2024-01-01', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-02', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-04', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-08', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-09', DATE '2024-01-08', DATE '2023-12-31'
) AS `dates`
  ON CAST(`sales`.day AS DATE) = `dates`.day
GROUP BY 1, 2
ORDER BY `dates__day_retail_year` ASC NULLS LAST, `dates__day_year` ASC NULLS LAST
LIMIT 10000
