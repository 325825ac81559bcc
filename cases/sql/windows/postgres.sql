-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "totals"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket"
  FROM generate_series(0, 8) AS "steps" ("n")
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
    WHERE (("sales".day >= TIMESTAMPTZ '2023-12-26 00:00:00.000+00') AND ("sales".day < TIMESTAMPTZ '2024-01-14 00:00:00.000+00'))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400))) + make_interval(secs => (CAST(1 AS DOUBLE PRECISION) * (-259200))) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400)) AS "window_to"
    FROM generate_series(0, 8) AS "steps" ("n")
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
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket"
  FROM generate_series(0, 8) AS "steps" ("n")
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
      WHERE ("sales".day < TIMESTAMPTZ '2024-01-14 00:00:00.000+00')
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400)) AS "window_to"
    FROM generate_series(0, 8) AS "steps" ("n")
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
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket"
  FROM generate_series(0, 8) AS "steps" ("n")
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
      WHERE (("sales".day >= TIMESTAMPTZ '2023-12-28 00:00:00.000+00') AND ("sales".day < TIMESTAMPTZ '2024-01-14 00:00:00.000+00'))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket",
      date_trunc('month', (CAST((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400))) AS TIMESTAMPTZ) AT TIME ZONE 'UTC')) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400)) AS "window_to"
    FROM generate_series(0, 8) AS "steps" ("n")
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
    TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket"
  FROM generate_series(0, 8) AS "steps" ("n")
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    COUNT(DISTINCT "sales".region) AS "sales__rolled"
  FROM sales AS "sales"
  JOIN (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" AS DOUBLE PRECISION) * 86400)) AS "bucket",
      (TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400))) + make_interval(secs => (CAST(1 AS DOUBLE PRECISION) * (-259200))) AS "window_from",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(secs => (CAST("steps"."n" + 1 AS DOUBLE PRECISION) * 86400)) AS "window_to"
    FROM generate_series(0, 8) AS "steps" ("n")
  ) AS "series"
    ON ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') >= "series"."window_from") AND ((CAST("sales".day AS TIMESTAMPTZ) AT TIME ZONE 'UTC') < "series"."window_to")
  WHERE (("sales".day >= TIMESTAMPTZ '2023-12-26 00:00:00.000+00') AND ("sales".day < TIMESTAMPTZ '2024-01-14 00:00:00.000+00'))
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
    CASE WHEN ("steps"."n" > 50001) AND ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) <= CAST("bounds"."last_bucket" AS TIMESTAMP)) THEN CAST('The count of generated date ranges is over limit (50000) ' || "steps"."n" AS TIMESTAMP) ELSE TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER)) END AS "bucket"
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
  JOIN generate_series(0, 50002) AS "steps" ("n")
    ON TRUE
  WHERE ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) >= CAST("bounds"."first_bucket" AS TIMESTAMP))
    AND ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) <= CAST("bounds"."last_bucket" AS TIMESTAMP))
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
      CASE WHEN ("steps"."n" > 50001) AND ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) <= CAST("bounds"."last_bucket" AS TIMESTAMP)) THEN CAST('The count of generated date ranges is over limit (50000) ' || "steps"."n" AS TIMESTAMP) ELSE TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER)) END AS "bucket",
      TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST(((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) + 1) * 1) AS INTEGER)) AS "window_to"
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
    JOIN generate_series(0, 50002) AS "steps" ("n")
      ON TRUE
    WHERE ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) >= CAST("bounds"."first_bucket" AS TIMESTAMP))
      AND ((TIMESTAMP '2024-01-01 00:00:00.000' + make_interval(months => CAST((LEAST(FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."first_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + -1 + "steps"."n", FLOOR(EXTRACT(EPOCH FROM (CAST("bounds"."last_bucket" AS TIMESTAMP) - TIMESTAMP '2024-01-01 00:00:00.000')) / CAST(2629746 AS DOUBLE PRECISION)) + 2) * 1) AS INTEGER))) <= CAST("bounds"."last_bucket" AS TIMESTAMP))
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000
