-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "totals"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    SUM(COALESCE(CASE WHEN typeof("totals"."sales__rolled") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."sales__rolled", CAST(NULL AS DECIMAL(1, 0)))) AS "sales__rolled"
  FROM (
    SELECT
      date_trunc('day', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "step",
      SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__rolled"
    FROM sales AS "sales"
    WHERE (("sales".day >= TIMESTAMP '2023-12-26 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_add('hour', -72, date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
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
    date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM(COALESCE(CASE WHEN typeof("totals"."sales__rolled") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."sales__rolled", CAST(NULL AS DECIMAL(1, 0)))) OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        date_trunc('day', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "step",
        SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000')
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
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
    date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      date_trunc('month', CAST(CAST("totals"."step" AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "since",
      COALESCE(LEAD("totals"."step") OVER (PARTITION BY date_trunc('month', CAST(CAST("totals"."step" AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM(COALESCE(CASE WHEN typeof("totals"."sales__rolled") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."sales__rolled", CAST(NULL AS DECIMAL(1, 0)))) OVER (PARTITION BY date_trunc('month', CAST(CAST("totals"."step" AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        date_trunc('day', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "step",
        SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_trunc('month', CAST(CAST(date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "window_from",
      date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
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
    date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    COUNT(DISTINCT "sales".region) AS "sales__rolled"
  FROM sales AS "sales"
  JOIN (
    SELECT
      date_add('hour', "steps"."n" * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_add('hour', -72, date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      date_add('hour', ("steps"."n" + 1) * 24, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT n AS "n" FROM UNNEST(sequence(0, 8)) AS n (n)) AS "steps"
  ) AS "series"
    ON (CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12)) >= "series"."window_from") AND (CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12)) < "series"."window_to")
  WHERE (("sales".day >= TIMESTAMP '2023-12-26 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
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
    CASE WHEN ("steps"."n" > 50001) AND (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP(6))) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR) AS TIMESTAMP(6)) ELSE date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') END AS "bucket"
  FROM (
    SELECT
      MIN("keys"."sales__day_month") AS "first_bucket",
      MAX("keys"."sales__day_month") AS "last_bucket"
    FROM (
      SELECT
        date_trunc('month', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "sales__day_month"
      FROM sales AS "sales"
      GROUP BY 1
    ) AS "keys"
  ) AS "bounds"
  JOIN (SELECT high * 10000 + low AS "n" FROM UNNEST(sequence(0, 5)) AS high (high) CROSS JOIN UNNEST(sequence(0, 9999)) AS low (low) WHERE high * 10000 + low < 50003) AS "steps"
    ON TRUE
  WHERE (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') >= CAST("bounds"."first_bucket" AS TIMESTAMP(6)))
    AND (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP(6)))
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "accumulated"."sales__running" AS "sales__running"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM(COALESCE(CASE WHEN typeof("totals"."sales__running") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."sales__running", CAST(NULL AS DECIMAL(1, 0)))) OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__running"
    FROM (
      SELECT
        date_trunc('day', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "step",
        SUM(COALESCE(CASE WHEN typeof("sales".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "sales".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "sales__running"
      FROM sales AS "sales"
      WHERE ("sales".day IS NOT NULL)
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      CASE WHEN ("steps"."n" > 50001) AND (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP(6))) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR) AS TIMESTAMP(6)) ELSE date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') END AS "bucket",
      date_add('month', (LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) + 1) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (
      SELECT
        MIN("keys"."sales__day_month") AS "first_bucket",
        MAX("keys"."sales__day_month") AS "last_bucket"
      FROM (
        SELECT
          date_trunc('month', CAST(CAST("sales".day AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))) AS "sales__day_month"
        FROM sales AS "sales"
        GROUP BY 1
      ) AS "keys"
    ) AS "bounds"
    JOIN (SELECT high * 10000 + low AS "n" FROM UNNEST(sequence(0, 5)) AS high (high) CROSS JOIN UNNEST(sequence(0, 9999)) AS low (low) WHERE high * 10000 + low < 50003) AS "steps"
      ON TRUE
    WHERE (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') >= CAST("bounds"."first_bucket" AS TIMESTAMP(6)))
      AND (date_add('month', LEAST(CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + -1 + "steps"."n", CAST(FLOOR(date_diff('second', TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP(6))) / CAST(2629746 AS DOUBLE)) AS BIGINT) + 2) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP(6)))
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000
