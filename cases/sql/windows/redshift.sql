-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "totals"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    SUM("totals"."sales__rolled") AS "sales__rolled"
  FROM (
    SELECT
      date_trunc('day', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "step",
      SUM("sales".amount) AS "sales__rolled"
    FROM sales AS "sales"
    WHERE (("sales".day >= TIMESTAMP '2023-12-26 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      DATEADD(second, -259200, DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
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
    DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM("totals"."sales__rolled") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        date_trunc('day', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "step",
        SUM("sales".amount) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000')
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
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
    DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      date_trunc('month', (CAST("totals"."step" AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "since",
      COALESCE(LEAD("totals"."step") OVER (PARTITION BY date_trunc('month', (CAST("totals"."step" AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM("totals"."sales__rolled") OVER (PARTITION BY date_trunc('month', (CAST("totals"."step" AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        date_trunc('day', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "step",
        SUM("sales".amount) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      date_trunc('month', (CAST(DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "window_from",
      DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
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
    DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket"
  FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    COUNT(DISTINCT "sales".region) AS "sales__rolled"
  FROM sales AS "sales"
  JOIN (
    SELECT
      DATEADD(second, CAST("steps"."n" AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "bucket",
      DATEADD(second, -259200, DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000')) AS "window_from",
      DATEADD(second, CAST(("steps"."n" + 1) AS BIGINT) * 86400, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
  ) AS "series"
    ON ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') >= "series"."window_from") AND ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') < "series"."window_to")
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
    CASE WHEN ("steps"."n" > 50001) AND (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP)) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR(65535)) AS TIMESTAMP) ELSE DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') END AS "bucket"
  FROM (
    SELECT
      MIN("keys"."sales__day_month") AS "first_bucket",
      MAX("keys"."sales__day_month") AS "last_bucket"
    FROM (
      SELECT
        date_trunc('month', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "sales__day_month"
      FROM sales AS "sales"
      GROUP BY 1
    ) AS "keys"
  ) AS "bounds"
  JOIN (SELECT p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p1 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p2 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p3 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p4 WHERE p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 < 50003) AS "steps"
    ON TRUE
  WHERE (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') >= CAST("bounds"."first_bucket" AS TIMESTAMP))
    AND (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP))
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "accumulated"."sales__running" AS "sales__running"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
      SUM("totals"."sales__running") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__running"
    FROM (
      SELECT
        date_trunc('day', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "step",
        SUM("sales".amount) AS "sales__running"
      FROM sales AS "sales"
      WHERE ("sales".day IS NOT NULL)
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      CASE WHEN ("steps"."n" > 50001) AND (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP)) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR(65535)) AS TIMESTAMP) ELSE DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') END AS "bucket",
      DATEADD(month, CAST((LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) + 1) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') AS "window_to"
    FROM (
      SELECT
        MIN("keys"."sales__day_month") AS "first_bucket",
        MAX("keys"."sales__day_month") AS "last_bucket"
      FROM (
        SELECT
          date_trunc('month', (CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "sales__day_month"
        FROM sales AS "sales"
        GROUP BY 1
      ) AS "keys"
    ) AS "bounds"
    JOIN (SELECT p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p1 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p2 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p3 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p4 WHERE p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 < 50003) AS "steps"
      ON TRUE
    WHERE (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') >= CAST("bounds"."first_bucket" AS TIMESTAMP))
      AND (DATEADD(month, CAST(LEAST(FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(DATEDIFF(second, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS TIMESTAMP)) / CAST(2629746 AS DOUBLE PRECISION)) + 2) AS BIGINT) * 1, TIMESTAMP '2024-01-01 00:00:00.000') <= CAST("bounds"."last_bucket" AS TIMESTAMP))
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000
