-- narrow-zones, before: cases/days/last-month.yml
SELECT
  DATETIME_TRUNC(CAST(`flights`.planned_on AS DATETIME), DAY) AS `flights__planned_on_day`,
  SUM(`flights`.fare) AS `flights__fare`
FROM flights AS `flights`
WHERE ((`flights`.planned_on >= ('2024-01-01')) AND (`flights`.planned_on < ('2024-02-01')))
GROUP BY 1
ORDER BY `flights__planned_on_day` ASC NULLS LAST
LIMIT 10000

-- narrow-zones, after: cases/days/last-month.yml
SELECT
  DATETIME_TRUNC(CAST(`flights`.planned_on AS DATETIME), DAY) AS `flights__planned_on_day`,
  SUM(`flights`.fare) AS `flights__fare`
FROM flights AS `flights`
WHERE ((`flights`.planned_on >= ('2024-01-01')) AND (`flights`.planned_on < ('2024-02-01')))
GROUP BY 1
ORDER BY `flights__planned_on_day` ASC NULLS LAST
LIMIT 10000

-- share-groups, before: cases/days/filter-of-windows.yml
SELECT
  `parts`.`flights__route` AS `flights__route`,
  MAX(`parts`.`flights__count`) AS `flights__count`
FROM (
  SELECT
    `flights`.route AS `flights__route`,
    MAX(`flights`.planned_on) AS `flights__last_planned`,
    CAST(NULL AS INT64) AS `flights__count`
  FROM flights AS `flights`
  GROUP BY 1
  UNION ALL
  SELECT
    `flights`.route AS `flights__route`,
    NULL AS `flights__last_planned`,
    COUNT(*) AS `flights__count`
  FROM flights AS `flights`
  GROUP BY 1
) AS `parts`
GROUP BY 1
HAVING (MAX(`parts`.`flights__last_planned`) >= ('2024-03-10'))
ORDER BY `flights__route` ASC NULLS LAST
LIMIT 10000

-- share-groups, after: cases/days/filter-of-windows.yml
SELECT
  `flights`.route AS `flights__route`,
  COUNT(*) AS `flights__count`
FROM flights AS `flights`
GROUP BY 1
HAVING (MAX(`flights`.planned_on) >= ('2024-03-10'))
ORDER BY `flights__route` ASC NULLS LAST
LIMIT 10000

-- sum-before-windows, before: cases/rolling/a-month-is-whole.yml
SELECT
  `series`.`bucket` AS `sales__day_month`,
  `totals`.`sales__last_month` AS `sales__last_month`
FROM (
  SELECT
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 1) MONTH) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 1)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    SUM(`sales`.amount) AS `sales__last_month`
  FROM sales AS `sales`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 1) MONTH) AS `bucket`,
      DATETIME_ADD(DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 1) MONTH), INTERVAL -1 MONTH) AS `window_from`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 1) MONTH) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 1)) AS n) AS `steps`
  ) AS `series`
    ON (CAST(`sales`.day AS DATETIME) >= `series`.`window_from`) AND (CAST(`sales`.day AS DATETIME) < `series`.`window_to`)
  WHERE ((`sales`.day >= ('2023-12-28')) AND (`sales`.day < ('2024-03-05')))
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
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 1) MONTH) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 1)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    SUM(`totals`.`sales__last_month`) AS `sales__last_month`
  FROM (
    SELECT
      DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), DAY) AS `step`,
      SUM(`sales`.amount) AS `sales__last_month`
    FROM sales AS `sales`
    WHERE ((`sales`.day >= ('2023-12-28')) AND (`sales`.day < ('2024-03-05')))
    GROUP BY 1
  ) AS `totals`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 1) MONTH) AS `bucket`,
      DATETIME_ADD(DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 1) MONTH), INTERVAL -1 MONTH) AS `window_from`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 1) MONTH) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 1)) AS n) AS `steps`
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
    CAST(NULL AS INT64) AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((`orders`.created_at >= ('2024-02-01')) AND (`orders`.created_at < ('2024-03-01')))
  UNION ALL
  SELECT
    CAST(NULL AS INT64) AS `orders__total`,
    SUM(`orders`.amount) AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((DATETIME_ADD(CAST(`orders`.created_at AS DATETIME), INTERVAL 1 MONTH) >= ('2024-02-01')) AND (DATETIME_ADD(CAST(`orders`.created_at AS DATETIME), INTERVAL 1 MONTH) < ('2024-03-01')))
) AS `parts`
LIMIT 10000

-- unshift-ranges, after: cases/contract/stages/a-shift-under-a-date-range-alone.yml
SELECT
  MAX(`parts`.`orders__prev`) AS `orders__prev`,
  MAX(`parts`.`orders__total`) AS `orders__total`
FROM (
  SELECT
    SUM(`orders`.amount) AS `orders__total`,
    CAST(NULL AS INT64) AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((`orders`.created_at >= ('2024-02-01')) AND (`orders`.created_at < ('2024-03-01')))
  UNION ALL
  SELECT
    CAST(NULL AS INT64) AS `orders__total`,
    SUM(`orders`.amount) AS `orders__prev`
  FROM orders AS `orders`
  WHERE ((`orders`.created_at >= ('2024-01-01')) AND (`orders`.created_at < ('2024-02-01')))
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
