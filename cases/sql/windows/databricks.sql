-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  `series`.`bucket` AS `sales__day_day`,
  `totals`.`sales__rolled` AS `sales__rolled`
FROM (
  SELECT
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`
  FROM range(9) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    SUM(`totals`.`sales__rolled`) AS `sales__rolled`
  FROM (
    SELECT
      CAST(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `step`,
      SUM(`sales`.amount) AS `sales__rolled`
    FROM sales AS `sales`
    WHERE ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day >= TIMESTAMP_LTZ '2023-12-26 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2023-12-26 00:00:00.000' END) AND (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-01-14 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-01-14 00:00:00.000' END))
    GROUP BY 1
  ) AS `totals`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`,
      (TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1))) + (INTERVAL '-259200' SECOND) AS `window_from`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1)) AS `window_to`
    FROM range(9) AS `steps` (`n`)
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
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`
  FROM range(9) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    `accumulated`.`sales__rolled` AS `sales__rolled`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      COALESCE(LEAD(`totals`.`step`) OVER (ORDER BY `totals`.`step`), TIMESTAMP_NTZ '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__rolled`) OVER (ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__rolled`
    FROM (
      SELECT
        CAST(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `step`,
        SUM(`sales`.amount) AS `sales__rolled`
      FROM sales AS `sales`
      WHERE (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-01-14 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-01-14 00:00:00.000' END)
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1)) AS `window_to`
    FROM range(9) AS `steps` (`n`)
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
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`
  FROM range(9) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    `accumulated`.`sales__rolled` AS `sales__rolled`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      CAST(trunc(CAST(CASE WHEN typeof(`totals`.`step`) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`totals`.`step` AS TIMESTAMP_LTZ)) ELSE CAST(`totals`.`step` AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `since`,
      COALESCE(LEAD(`totals`.`step`) OVER (PARTITION BY CAST(trunc(CAST(CASE WHEN typeof(`totals`.`step`) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`totals`.`step` AS TIMESTAMP_LTZ)) ELSE CAST(`totals`.`step` AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) ORDER BY `totals`.`step`), TIMESTAMP_NTZ '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__rolled`) OVER (PARTITION BY CAST(trunc(CAST(CASE WHEN typeof(`totals`.`step`) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`totals`.`step` AS TIMESTAMP_LTZ)) ELSE CAST(`totals`.`step` AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__rolled`
    FROM (
      SELECT
        CAST(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `step`,
        SUM(`sales`.amount) AS `sales__rolled`
      FROM sales AS `sales`
      WHERE ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day >= TIMESTAMP_LTZ '2023-12-28 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2023-12-28 00:00:00.000' END) AND (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-01-14 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-01-14 00:00:00.000' END))
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`,
      CAST(trunc(CAST((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`)) AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `window_from`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1)) AS `window_to`
    FROM range(9) AS `steps` (`n`)
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
    TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`
  FROM range(9) AS `steps` (`n`)
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_day`,
    COUNT(DISTINCT CAST(`sales`.region AS STRING)) AS `sales__rolled`
  FROM sales AS `sales`
  JOIN (
    SELECT
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * `steps`.`n`) AS `bucket`,
      (TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1))) + (INTERVAL '-259200' SECOND) AS `window_from`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '86400' SECOND * (`steps`.`n` + 1)) AS `window_to`
    FROM range(9) AS `steps` (`n`)
  ) AS `series`
    ON ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END) >= `series`.`window_from`) AND ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END) < `series`.`window_to`)
  WHERE ((CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day >= TIMESTAMP_LTZ '2023-12-26 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) >= TIMESTAMP_NTZ '2023-12-26 00:00:00.000' END) AND (CASE WHEN typeof(`sales`.day) = 'timestamp' THEN `sales`.day < TIMESTAMP_LTZ '2024-01-14 00:00:00.000Z' ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ '2024-01-14 00:00:00.000' END))
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
    CASE WHEN (`steps`.`n` > 50001) AND ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) <= CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ)) THEN CAST(raise_error('The count of generated date ranges is over limit (50000)') AS TIMESTAMP_NTZ) ELSE TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2)) END AS `bucket`
  FROM (
    SELECT
      MIN(`keys`.`sales__day_month`) AS `first_bucket`,
      MAX(`keys`.`sales__day_month`) AS `last_bucket`
    FROM (
      SELECT
        CAST(trunc(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `sales__day_month`
      FROM sales AS `sales`
      GROUP BY 1
    ) AS `keys`
  ) AS `bounds`
  JOIN range(50003) AS `steps` (`n`)
    ON TRUE
  WHERE ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) >= CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ))
    AND ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) <= CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ))
) AS `series`
LEFT JOIN (
  SELECT
    `series`.`bucket` AS `sales__day_month`,
    `accumulated`.`sales__running` AS `sales__running`
  FROM (
    SELECT
      `totals`.`step` AS `step`,
      COALESCE(LEAD(`totals`.`step`) OVER (ORDER BY `totals`.`step`), TIMESTAMP_NTZ '9999-12-31 00:00:00.000') AS `next_step`,
      SUM(`totals`.`sales__running`) OVER (ORDER BY `totals`.`step` ROWS UNBOUNDED PRECEDING) AS `sales__running`
    FROM (
      SELECT
        CAST(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE) AS TIMESTAMP_NTZ) AS `step`,
        SUM(`sales`.amount) AS `sales__running`
      FROM sales AS `sales`
      WHERE (`sales`.day IS NOT NULL)
      GROUP BY 1
    ) AS `totals`
  ) AS `accumulated`
  JOIN (
    SELECT
      CASE WHEN (`steps`.`n` > 50001) AND ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) <= CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ)) THEN CAST(raise_error('The count of generated date ranges is over limit (50000)') AS TIMESTAMP_NTZ) ELSE TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2)) END AS `bucket`,
      TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * (LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2) + 1)) AS `window_to`
    FROM (
      SELECT
        MIN(`keys`.`sales__day_month`) AS `first_bucket`,
        MAX(`keys`.`sales__day_month`) AS `last_bucket`
      FROM (
        SELECT
          CAST(trunc(CAST(CASE WHEN typeof(`sales`.day) = 'timestamp' THEN TIMESTAMP_NTZ '1970-01-01 00:00:00' + INTERVAL '0.000001' SECOND * unix_micros(CAST(`sales`.day AS TIMESTAMP_LTZ)) ELSE CAST(`sales`.day AS TIMESTAMP_NTZ) END AS DATE), 'MONTH') AS TIMESTAMP_NTZ) AS `sales__day_month`
        FROM sales AS `sales`
        GROUP BY 1
      ) AS `keys`
    ) AS `bounds`
    JOIN range(50003) AS `steps` (`n`)
      ON TRUE
    WHERE ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) >= CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ))
      AND ((TIMESTAMP_NTZ '2024-01-01 00:00:00.000' + (INTERVAL '1' MONTH * LEAST(FLOOR(((CAST(`bounds`.`first_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + -1 + `steps`.`n`, FLOOR(((CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '2024-01-01 00:00:00.000') div INTERVAL '1' SECOND) / CAST(2629746 AS DOUBLE)) + 2))) <= CAST(`bounds`.`last_bucket` AS TIMESTAMP_NTZ))
  ) AS `series`
    ON (`accumulated`.`step` < `series`.`window_to`) AND (`accumulated`.`next_step` >= `series`.`window_to`)
) AS `rows_of_query`
  ON `series`.`bucket` = `rows_of_query`.`sales__day_month`
ORDER BY `sales__day_month` ASC NULLS LAST
LIMIT 10000
