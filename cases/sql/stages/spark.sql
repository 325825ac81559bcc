-- a rank: cases/contract/rank-among-all.yml
SELECT
  `rows_of_query`.`orders__status` AS `orders__status`,
  `rows_of_query`.`orders__best` AS `orders__best`
FROM (
  SELECT
    `totals`.`orders__status` AS `orders__status`,
    RANK() OVER (ORDER BY `totals`.`orders__total` DESC NULLS LAST) AS `orders__best`
  FROM (
    SELECT
      CAST(`orders`.status AS STRING) AS `orders__status`,
      SUM(`orders`.amount) AS `orders__total`
    FROM orders AS `orders`
    GROUP BY 1
  ) AS `totals`
) AS `rows_of_query`
ORDER BY `orders__best` ASC NULLS LAST, `orders__status` ASC NULLS LAST
LIMIT 10000

-- a share of the whole: cases/views/own-stages/share-of-the-whole.yml
SELECT
  `rows_of_query`.`desk__state` AS `desk__state`,
  `rows_of_query`.`orders__total` AS `desk__total`,
  `rows_of_query`.`desk__grand` AS `desk__grand`,
  100.0 * `rows_of_query`.`orders__total` / `rows_of_query`.`desk__grand` AS `desk__share`
FROM (
  SELECT
    `totals`.`desk__state` AS `desk__state`,
    `totals`.`orders__total` AS `orders__total`,
    SUM(`totals`.`orders__total`) OVER () AS `desk__grand`
  FROM (
    SELECT
      CAST(`orders`.status AS STRING) AS `desk__state`,
      SUM(`orders`.amount) AS `orders__total`
    FROM orders AS `orders`
    GROUP BY 1
  ) AS `totals`
) AS `rows_of_query`
LIMIT 10000

-- rows of earlier times: cases/contract/stages/a-shift-of-one-of-two-times.yml
SELECT
  CAST(trunc(CAST((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `orders__created_at_month`,
  CAST(trunc(CAST(CASE WHEN typeof((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) + INTERVAL '5' DAY) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) + INTERVAL '5' DAY) AS TIMESTAMP_LTZ)) ELSE CAST(((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) + INTERVAL '5' DAY) AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `orders__shipped_at_month`,
  SUM(`orders`.amount) AS `orders__prev`
FROM orders AS `orders`
GROUP BY 1, 2
ORDER BY `orders__created_at_month` ASC NULLS LAST, `orders__shipped_at_month` ASC NULLS LAST
LIMIT 10000

-- attributes of an earlier day: cases/computed-times/attributes-of-a-shifted-day.yml
SELECT
  `parts`.`days__fiscal` AS `days__fiscal`,
  `parts`.`days__day_year` AS `days__day_year`,
  MAX(`parts`.`tickets__total`) AS `tickets__total`,
  MAX(`parts`.`tickets__day_before`) AS `tickets__day_before`
FROM (
  SELECT
    `days`.fiscal AS `days__fiscal`,
    CAST(trunc(CAST(CASE WHEN typeof(`days`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`days`.day AS TIMESTAMP_LTZ)) ELSE CAST(`days`.day AS TIMESTAMP_NTZ) END AS DATE), 'YEAR') AS TIMESTAMP_NTZ) AS `days__day_year`,
    SUM(`tickets`.amount) AS `tickets__total`,
    NULL AS `tickets__day_before`
  FROM (
    SELECT 1 AS id, 10 AS amount, TIMESTAMP '2024-01-31 10:00:00' AS made_at, 'a' AS kind UNION ALL SELECT 2, 20, TIMESTAMP '2024-02-29 12:00:00', 'b' UNION ALL SELECT 3, 40, TIMESTAMP '2024-12-30 08:00:00', 'a' UNION ALL SELECT 4, 80, TIMESTAMP '2025-01-15 09:00:00', 'a' UNION ALL SELECT 5, 160, TIMESTAMP '2025-03-01 00:00:00', 'b' UNION ALL SELECT 6, 320, TIMESTAMP '2026-02-28 23:00:00', 'b'
  ) AS `tickets`
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS `days`
    ON CAST(`tickets`.made_at AS DATE) = `days`.day
  WHERE ((CASE WHEN typeof(`days`.day) = 'timestamp' THEN `days`.day >= TIMESTAMP_LTZ '2024-01-01 00:00:00.000Z' ELSE CAST(`days`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 00:00:00.000' END) AND (CASE WHEN typeof(`days`.day) = 'timestamp' THEN `days`.day < TIMESTAMP_LTZ '2028-01-01 00:00:00.000Z' ELSE CAST(`days`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2028-01-01 00:00:00.000' END))
  GROUP BY 1, 2
  UNION ALL
  SELECT
    `days_2`.fiscal AS `days__fiscal`,
    CAST(trunc(CAST(CASE WHEN typeof(`days_2`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`days_2`.day AS TIMESTAMP_LTZ)) ELSE CAST(`days_2`.day AS TIMESTAMP_NTZ) END AS DATE), 'YEAR') AS TIMESTAMP_NTZ) AS `days__day_year`,
    NULL AS `tickets__total`,
    SUM(`tickets`.amount) AS `tickets__day_before`
  FROM (
    SELECT 1 AS id, 10 AS amount, TIMESTAMP '2024-01-31 10:00:00' AS made_at, 'a' AS kind UNION ALL SELECT 2, 20, TIMESTAMP '2024-02-29 12:00:00', 'b' UNION ALL SELECT 3, 40, TIMESTAMP '2024-12-30 08:00:00', 'a' UNION ALL SELECT 4, 80, TIMESTAMP '2025-01-15 09:00:00', 'a' UNION ALL SELECT 5, 160, TIMESTAMP '2025-03-01 00:00:00', 'b' UNION ALL SELECT 6, 320, TIMESTAMP '2026-02-28 23:00:00', 'b'
  ) AS `tickets`
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS `days`
    ON CAST(`tickets`.made_at AS DATE) = `days`.day
  LEFT JOIN (
    SELECT CAST('2024-01-31' AS DATE) AS day, 2023 AS fiscal, 1 AS rate UNION ALL SELECT CAST('2024-02-29' AS DATE), 2024, 1 UNION ALL SELECT CAST('2024-12-30' AS DATE), 2024, 1 UNION ALL SELECT CAST('2025-01-15' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-01-31' AS DATE), 2024, 2 UNION ALL SELECT CAST('2025-02-28' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-03-01' AS DATE), 2025, 2 UNION ALL SELECT CAST('2025-12-30' AS DATE), 2025, 2 UNION ALL SELECT CAST('2026-01-15' AS DATE), 2025, 3 UNION ALL SELECT CAST('2026-02-28' AS DATE), 2026, 3 UNION ALL SELECT CAST('2026-03-01' AS DATE), 2026, 3
  ) AS `days_2`
    ON (CASE WHEN typeof(`days`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`days`.day AS TIMESTAMP_LTZ)) ELSE CAST(`days`.day AS TIMESTAMP_NTZ) END + (INTERVAL '12' MONTH)) = `days_2`.day
  WHERE ((CASE WHEN typeof(`days_2`.day) = 'timestamp' THEN `days_2`.day >= TIMESTAMP_LTZ '2024-01-01 00:00:00.000Z' ELSE CAST(`days_2`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 00:00:00.000' END) AND (CASE WHEN typeof(`days_2`.day) = 'timestamp' THEN `days_2`.day < TIMESTAMP_LTZ '2028-01-01 00:00:00.000Z' ELSE CAST(`days_2`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2028-01-01 00:00:00.000' END))
    AND (`days_2`.day IS NOT NULL)
  GROUP BY 1, 2
) AS `parts`
GROUP BY 1, 2
ORDER BY `days__day_year` ASC NULLS LAST, `days__fiscal` ASC NULLS LAST
LIMIT 10000

-- a repeated value: cases/contract/stages/only-a-value-that-is-repeated.yml
SELECT
  `rows_of_query`.`orders__status` AS `orders__status`,
  `rows_of_query`.`orders__grand` AS `orders__grand`
FROM (
  SELECT
    `totals`.`orders__status` AS `orders__status`,
    SUM(`totals`.`orders__total`) OVER () AS `orders__grand`
  FROM (
    SELECT
      CAST(`orders`.status AS STRING) AS `orders__status`,
      SUM(`orders`.amount) AS `orders__total`
    FROM orders AS `orders`
    GROUP BY 1
  ) AS `totals`
) AS `rows_of_query`
ORDER BY `orders__status` ASC NULLS LAST
LIMIT 10000

-- a dimension made of measures: cases/contract/stages/a-filter-on-a-dimension-made-of-measures.yml
SELECT
  SUM(`orders`.amount) AS `orders__total`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
LEFT JOIN (
  SELECT
    `orders`.customer_id AS `orders__customer_id`,
    SUM(`orders`.amount) AS `orders__total`
  FROM orders AS `orders`
  GROUP BY 1
) AS `totals`
  ON `orders`.customer_id <=> `totals`.`orders__customer_id`
WHERE (CAST(CASE WHEN `totals`.`orders__total` >= 45 THEN CAST(:p1 AS STRING) ELSE CAST(:p2 AS STRING) END AS STRING) = CAST(:p3 AS STRING))
LIMIT 10000
-- 1: "high"
-- 2: "low"
-- 3: "high"

-- values of a switch: cases/contract/stages/a-switch-alone.yml
SELECT
  `values_of_query`.`orders__cur` AS `orders__cur`
FROM (
  SELECT CAST(:p1 AS STRING) AS `orders__cur`
  UNION ALL
  SELECT CAST(:p2 AS STRING) AS `orders__cur`
) AS `values_of_query`
ORDER BY `orders__cur` ASC NULLS LAST
LIMIT 10000
-- 1: "usd"
-- 2: "eur"

-- a measure that a switch chooses: cases/contract/stages/a-choice-by-a-dimension-of-rows.yml
SELECT
  SUM(element_at(transform(array(named_struct('n1', CASE WHEN CAST(`totals`.`orders__status` AS STRING) = CAST(:p1 AS STRING) THEN `totals`.`orders__total` ELSE `totals`.`orders__count` END, 'n2', CASE WHEN CAST(`totals`.`orders__status` AS STRING) = CAST(:p2 AS STRING) THEN CAST(`totals`.`orders__total` AS DOUBLE) ELSE CAST(`totals`.`orders__count` AS DOUBLE) END)), v -> CASE WHEN typeof(v.n1) LIKE 'decimal(38,%' AND abs(CAST(v.n1 AS DOUBLE) - (v.n2)) > 2e-15 * (abs(v.n2)) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 END), 1)) AS `orders__by_status`
FROM (
  SELECT
    CAST(`orders`.status AS STRING) AS `orders__status`,
    SUM(`orders`.amount) AS `orders__total`,
    COUNT(*) AS `orders__count`
  FROM orders AS `orders`
  GROUP BY 1
) AS `totals`
LIMIT 10000
-- 1: "done"
-- 2: "done"
