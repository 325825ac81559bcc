-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  `series`.`bucket` AS `sales__day_day`,
  `totals`.`sales__rolled` AS `sales__rolled`
FROM (
  SELECT
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    SUM(`totals`.`sales__rolled`) AS `sales__rolled`
  FROM (
    SELECT
      DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), DAY) AS `step`,
      SUM(`sales`.amount) AS `sales__rolled`
    FROM sales AS `sales`
    WHERE ((`sales`.day >= ('2023-12-26')) AND (`sales`.day < ('2024-01-14')))
    GROUP BY 1
  ) AS `totals`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`,
      DATETIME_ADD(DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND), INTERVAL -259200000 MILLISECOND) AS `window_from`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
  ) AS `series`
    ON (`totals`.`step` >= `series`.`window_from`) AND (`totals`.`step` < `series`.`window_to`)
  GROUP BY 1
) AS `totals`
  ON `series`.`bucket` = `totals`.`sales__day_day`
ORDER BY `sales__day_day` ASC NULLS LAST
LIMIT 10000

-- from the beginning: cases/contract/from-the-beginning.yml
SELECT
  `series`.`bucket` AS `sales__day_day`,
  `rows_of_query`.`sales__rolled` AS `sales__rolled`
FROM (
  SELECT
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    `accumulated`.`sales__rolled` AS `sales__rolled`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      COALESCE(LEAD(`totals`.`step`) OVER (ORDER BY `totals`.`step`), DATETIME '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__rolled`) OVER (ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__rolled`
    FROM (
      SELECT
        DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), DAY) AS `step`,
        SUM(`sales`.amount) AS `sales__rolled`
      FROM sales AS `sales`
      WHERE (`sales`.day < ('2024-01-14'))
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
  ) AS `series`
    ON (`accumulated`.`step` < `series`.`window_to`) AND (`accumulated`.`next_step` >= `series`.`window_to`)
) AS `rows_of_query`
  ON `series`.`bucket` = `rows_of_query`.`sales__day_day`
ORDER BY `sales__day_day` ASC NULLS LAST
LIMIT 10000

-- to date: cases/contract/month-to-date.yml
SELECT
  `series`.`bucket` AS `sales__day_day`,
  `rows_of_query`.`sales__rolled` AS `sales__rolled`
FROM (
  SELECT
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    `accumulated`.`sales__rolled` AS `sales__rolled`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      DATETIME_TRUNC(CAST(`totals`.`step` AS DATETIME), MONTH) AS `since`,
      COALESCE(LEAD(`totals`.`step`) OVER (PARTITION BY DATETIME_TRUNC(CAST(`totals`.`step` AS DATETIME), MONTH) ORDER BY `totals`.`step`), DATETIME '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__rolled`) OVER (PARTITION BY DATETIME_TRUNC(CAST(`totals`.`step` AS DATETIME), MONTH) ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__rolled`
    FROM (
      SELECT
        DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), DAY) AS `step`,
        SUM(`sales`.amount) AS `sales__rolled`
      FROM sales AS `sales`
      WHERE ((`sales`.day >= ('2023-12-28')) AND (`sales`.day < ('2024-01-14')))
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`,
      DATETIME_TRUNC(DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND), MONTH) AS `window_from`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
  ) AS `series`
    ON (`accumulated`.`since` = `series`.`window_from`) AND (`accumulated`.`step` < `series`.`window_to`) AND (`accumulated`.`next_step` >= `series`.`window_to`)
) AS `rows_of_query`
  ON `series`.`bucket` = `rows_of_query`.`sales__day_day`
ORDER BY `sales__day_day` ASC NULLS LAST
LIMIT 10000

-- distinct values: cases/contract/distinct-values-in-a-window.yml
SELECT
  `series`.`bucket` AS `sales__day_day`,
  COALESCE(`totals`.`sales__rolled`, 0) AS `sales__rolled`
FROM (
  SELECT
    DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`
  FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    COUNT(DISTINCT `sales`.region) AS `sales__rolled`
  FROM sales AS `sales`
  JOIN (
    SELECT
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (`steps`.`n` * 86400000) MILLISECOND) AS `bucket`,
      DATETIME_ADD(DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND), INTERVAL -259200000 MILLISECOND) AS `window_from`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((`steps`.`n` + 1) * 86400000) MILLISECOND) AS `window_to`
    FROM (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 8)) AS n) AS `steps`
  ) AS `series`
    ON (CAST(`sales`.day AS DATETIME) >= `series`.`window_from`) AND (CAST(`sales`.day AS DATETIME) < `series`.`window_to`)
  WHERE ((`sales`.day >= ('2023-12-26')) AND (`sales`.day < ('2024-01-14')))
  GROUP BY 1
) AS `totals`
  ON `series`.`bucket` = `totals`.`sales__day_day`
ORDER BY `sales__day_day` ASC NULLS LAST
LIMIT 10000

-- buckets that the data decide: cases/rolling/a-running-total-without-range.yml
SELECT
  `series`.`bucket` AS `sales__day_month`,
  `rows_of_query`.`sales__running` AS `sales__running`
FROM (
  SELECT
    CASE WHEN (`steps`.`n` > 50001) AND (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) <= CAST(`bounds`.`last_bucket` AS DATETIME)) THEN ERROR('The count of generated date ranges is over limit (50000) ' || CAST(`steps`.`n` AS STRING)) ELSE DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) END AS `bucket`
  FROM (
    SELECT
      MIN(`keys`.`sales__day_month`) AS `first_bucket`,
      MAX(`keys`.`sales__day_month`) AS `last_bucket`
    FROM (
      SELECT
        DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), MONTH) AS `sales__day_month`
      FROM sales AS `sales`
      GROUP BY 1
    ) AS `keys`
  ) AS `bounds`
  JOIN (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 50002)) AS n) AS `steps`
    ON TRUE
  WHERE (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) >= CAST(`bounds`.`first_bucket` AS DATETIME))
    AND (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) <= CAST(`bounds`.`last_bucket` AS DATETIME))
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    `accumulated`.`sales__running` AS `sales__running`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      COALESCE(LEAD(`totals`.`step`) OVER (ORDER BY `totals`.`step`), DATETIME '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__running`) OVER (ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__running`
    FROM (
      SELECT
        DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), DAY) AS `step`,
        SUM(`sales`.amount) AS `sales__running`
      FROM sales AS `sales`
      WHERE (`sales`.day IS NOT NULL)
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      CASE WHEN (`steps`.`n` > 50001) AND (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) <= CAST(`bounds`.`last_bucket` AS DATETIME)) THEN ERROR('The count of generated date ranges is over limit (50000) ' || CAST(`steps`.`n` AS STRING)) ELSE DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) END AS `bucket`,
      DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL ((LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) + 1) * 1) MONTH) AS `window_to`
    FROM (
      SELECT
        MIN(`keys`.`sales__day_month`) AS `first_bucket`,
        MAX(`keys`.`sales__day_month`) AS `last_bucket`
      FROM (
        SELECT
          DATETIME_TRUNC(CAST(`sales`.day AS DATETIME), MONTH) AS `sales__day_month`
        FROM sales AS `sales`
        GROUP BY 1
      ) AS `keys`
    ) AS `bounds`
    JOIN (SELECT n AS `n` FROM UNNEST(GENERATE_ARRAY(0, 50002)) AS n) AS `steps`
      ON TRUE
    WHERE (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) >= CAST(`bounds`.`first_bucket` AS DATETIME))
      AND (DATETIME_ADD(DATETIME '2024-01-01 00:00:00.000', INTERVAL (LEAST(CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`first_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + -1 + `steps`.`n`, CAST(FLOOR(DATETIME_DIFF(CAST(`bounds`.`last_bucket` AS DATETIME), DATETIME '2024-01-01 00:00:00.000', SECOND) / CAST(2629746 AS FLOAT64)) AS INT64) + 2) * 1) MONTH) <= CAST(`bounds`.`last_bucket` AS DATETIME))
  ) AS `series`
    ON (`accumulated`.`step` < `series`.`window_to`) AND (`accumulated`.`next_step` >= `series`.`window_to`)
) AS `rows_of_query`
  ON `series`.`bucket` = `rows_of_query`.`sales__day_month`
ORDER BY `sales__day_month` ASC NULLS LAST
LIMIT 10000
