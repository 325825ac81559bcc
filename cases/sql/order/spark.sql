-- text: cases/order/text-by-code-points.yml
SELECT
  CAST(`scores`.player AS STRING) AS `scores__player`
FROM scores AS `scores`
GROUP BY 1
ORDER BY `scores__player` ASC NULLS LAST
LIMIT 10000

-- a time: cases/order/a-time-by-its-plain-name.yml
SELECT
  CAST(trunc(CAST(CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `orders__created_at_month`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__created_at_month` DESC NULLS LAST
LIMIT 10000

-- limit of none: cases/order/limit-zero.yml
SELECT
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
LIMIT 0

-- limit and offset: cases/order/limit-and-offset.yml
SELECT
  `orders`.id AS `orders__number`,
  SUM(`orders`.amount) AS `orders__total`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__total` DESC NULLS LAST, `orders__number` ASC NULLS LAST
LIMIT 2
OFFSET 1

-- offset without limit: cases/order/offset-without-limit.yml
SELECT
  `orders`.id AS `orders__number`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__number` ASC NULLS LAST
LIMIT 10000
OFFSET 5

-- none: cases/order/none.yml
SELECT
  CAST(`scores`.team AS STRING) AS `scores__team`,
  SUM(`scores`.points) AS `scores__points`
FROM scores AS `scores`
GROUP BY 1
LIMIT 10000

-- count of rows: cases/order/total-after-measure-filters.yml
SELECT
  COUNT(*) AS `total`
FROM (
  SELECT
    CAST(`orders`.status AS STRING) AS `orders__status`,
    COUNT(*) AS `orders__count`
  FROM orders AS `orders`
  GROUP BY 1
  HAVING (COUNT(*) >= CAST(:p1 AS BIGINT))
) AS `rows_of_query`
-- 1: "2"

-- single rows: cases/ungrouped/one-row-for-each-source-row.yml
SELECT
  CAST(`orders`.status AS STRING) AS `orders__status`,
  CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END AS `orders__created_at`
FROM orders AS `orders`
ORDER BY `orders__created_at` ASC NULLS LAST, `orders__status` ASC NULLS LAST
LIMIT 10000

-- measures of single rows: cases/ungrouped/measures-are-values-of-the-row.yml
SELECT
  `orders`.id AS `orders__number`,
  `orders`.amount AS `orders__total`,
  1 AS `orders__count`,
  CASE WHEN `orders`.status = 'done' THEN `orders`.amount END AS `orders__done_total`,
  CASE WHEN `orders`.amount >= 30 THEN 1 ELSE 0 END AS `orders__big`
FROM orders AS `orders`
ORDER BY `orders__number` ASC NULLS LAST
LIMIT 10000
