-- narrow-zones, before: cases/days/last-month.yml
SELECT
  CAST(CAST(CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`flights`.planned_on AS TIMESTAMP_LTZ)) ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `flights__planned_on_day`,
  SUM(`flights`.fare) AS `flights__fare`
FROM flights AS `flights`
WHERE ((CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN `flights`.planned_on >= TIMESTAMP_LTZ '2024-01-01 00:00:00.000Z' ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 00:00:00.000' END) AND (CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN `flights`.planned_on < TIMESTAMP_LTZ '2024-02-01 00:00:00.000Z' ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-02-01 00:00:00.000' END))
GROUP BY 1
ORDER BY `flights__planned_on_day` ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  CAST(CAST(CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`flights`.planned_on AS TIMESTAMP_LTZ)) ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `flights__planned_on_day`,
  SUM(`flights`.fare) AS `flights__fare`
FROM flights AS `flights`
WHERE ((CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN `flights`.planned_on >= TIMESTAMP_LTZ '2024-01-01 00:00:00.000Z' ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 00:00:00.000' END) AND (CASE WHEN typeof(`flights`.planned_on) = 'timestamp' THEN `flights`.planned_on < TIMESTAMP_LTZ '2024-02-01 00:00:00.000Z' ELSE CAST(`flights`.planned_on AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-02-01 00:00:00.000' END))
GROUP BY 1
ORDER BY `flights__planned_on_day` ASC NULLS LAST
LIMIT 10000

-- share-groups, before: cases/days/filter-of-windows.yml
SELECT
  `parts`.`flights__route` AS `flights__route`,
  MAX(`parts`.`flights__count`) AS `flights__count`
FROM (
  SELECT
    CAST(`flights`.route AS STRING) AS `flights__route`,
    MAX(`flights`.planned_on) AS `flights__last_planned`,
    NULL AS `flights__count`
  FROM flights AS `flights`
  GROUP BY 1
  UNION ALL
  SELECT
    CAST(`flights`.route AS STRING) AS `flights__route`,
    NULL AS `flights__last_planned`,
    COUNT(*) AS `flights__count`
  FROM flights AS `flights`
  GROUP BY 1
) AS `parts`
GROUP BY 1
HAVING (CASE WHEN typeof(MAX(`parts`.`flights__last_planned`)) = 'timestamp' THEN MAX(`parts`.`flights__last_planned`) >= TIMESTAMP_LTZ '2024-03-10 00:00:00.000Z' ELSE CAST(MAX(`parts`.`flights__last_planned`) AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-03-10 00:00:00.000' END)
ORDER BY `flights__route` ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  CAST(`flights`.route AS STRING) AS `flights__route`,
  COUNT(*) AS `flights__count`
FROM flights AS `flights`
GROUP BY 1
HAVING (CASE WHEN typeof(MAX(`flights`.planned_on)) = 'timestamp' THEN MAX(`flights`.planned_on) >= TIMESTAMP_LTZ '2024-03-10 00:00:00.000Z' ELSE CAST(MAX(`flights`.planned_on) AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-03-10 00:00:00.000' END)
ORDER BY `flights__route` ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  `series`.`bucket` AS `sales__day_month`,
  `totals`.`sales__last_month` AS `sales__last_month`
FROM (
  SELECT
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * `steps`.`n`) AS `bucket`
  FROM range(2) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    SUM(`sales`.amount) AS `sales__last_month`
  FROM sales AS `sales`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * `steps`.`n`) AS `bucket`,
      (TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * (`steps`.`n` + 1))) + (INTERVAL '-1' MONTH) AS `window_from`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * (`steps`.`n` + 1)) AS `window_to`
    FROM range(2) AS `steps` (`n`)
  ) AS `series`
    ON ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END) >= `series`.`window_from`) AND ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END) < `series`.`window_to`)
  WHERE ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day >= TIMESTAMP_LTZ '2023-12-28 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2023-12-28 00:00:00.000' END) AND (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-03-05 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-03-05 00:00:00.000' END))
  GROUP BY 1
) AS `totals`
  ON `series`.`bucket` = `totals`.`sales__day_month`
ORDER BY `sales__day_month` ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, after: cases/rolling/a-month-is-whole.yml
SELECT
  `series`.`bucket` AS `sales__day_month`,
  `totals`.`sales__last_month` AS `sales__last_month`
FROM (
  SELECT
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * `steps`.`n`) AS `bucket`
  FROM range(2) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    SUM(`totals`.`sales__last_month`) AS `sales__last_month`
  FROM (
    SELECT
      CAST(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `step`,
      SUM(`sales`.amount) AS `sales__last_month`
    FROM sales AS `sales`
    WHERE ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day >= TIMESTAMP_LTZ '2023-12-28 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2023-12-28 00:00:00.000' END) AND (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-03-05 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-03-05 00:00:00.000' END))
    GROUP BY 1
  ) AS `totals`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * `steps`.`n`) AS `bucket`,
      (TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * (`steps`.`n` + 1))) + (INTERVAL '-1' MONTH) AS `window_from`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * (`steps`.`n` + 1)) AS `window_to`
    FROM range(2) AS `steps` (`n`)
  ) AS `series`
    ON (`totals`.`step` >= `series`.`window_from`) AND (`totals`.`step` < `series`.`window_to`)
  GROUP BY 1
) AS `totals`
  ON `series`.`bucket` = `totals`.`sales__day_month`
ORDER BY `sales__day_month` ASC NULLS LAST
LIMIT 10000

-- unshift-ranges, before: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX(`parts`.`orders__prev`) AS `orders__prev`,
  MAX(`parts`.`orders__total`) AS `orders__total`
FROM (
  SELECT
    SUM(`orders`.amount) AS `orders__total`,
    NULL AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at >= TIMESTAMP_LTZ '2024-02-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-02-01 00:00:00.000' END) AND (CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at < TIMESTAMP_LTZ '2024-03-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-03-01 00:00:00.000' END))
  UNION ALL
  SELECT
    NULL AS `orders__total`,
    SUM(`orders`.amount) AS `orders__prev`
  FROM orders AS `orders`
  WHERE (((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) >= TIMESTAMP_NTZ '2024-02-01 00:00:00.000') AND ((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`orders`.created_at AS TIMESTAMP_LTZ)) ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) END + (INTERVAL '1' MONTH)) < TIMESTAMP_NTZ '2024-03-01 00:00:00.000'))
) AS `parts`
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX(`parts`.`orders__prev`) AS `orders__prev`,
  MAX(`parts`.`orders__total`) AS `orders__total`
FROM (
  SELECT
    SUM(`orders`.amount) AS `orders__total`,
    NULL AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at >= TIMESTAMP_LTZ '2024-02-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-02-01 00:00:00.000' END) AND (CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at < TIMESTAMP_LTZ '2024-03-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-03-01 00:00:00.000' END))
  UNION ALL
  SELECT
    NULL AS `orders__total`,
    SUM(`orders`.amount) AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at >= TIMESTAMP_LTZ '2024-01-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2024-01-01 00:00:00.000' END) AND (CASE WHEN typeof(`orders`.created_at) = 'timestamp' THEN `orders`.created_at < TIMESTAMP_LTZ '2024-02-01 00:00:00.000Z' ELSE CAST(`orders`.created_at AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-02-01 00:00:00.000' END))
) AS `parts`
LIMIT 10000

-- drop-idle-sort, before: cases/order/one-row-needs-no-order.yml
SELECT
  SUM(`orders`.amount) AS `orders__total`
FROM orders AS `orders`
ORDER BY `orders__total` DESC NULLS LAST
LIMIT 10000

-- drop-idle-sort, after: cases/order/one-row-needs-no-order.yml
SELECT
  SUM(`orders`.amount) AS `orders__total`
FROM orders AS `orders`
LIMIT 10000
