-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "series"."bucket" AS "sales__day_day",
  "totals"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    SUM("totals"."sales__rolled") AS "sales__rolled"
  FROM (
    SELECT
      DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "step",
      SUM("sales".amount) AS "sales__rolled"
    FROM sales AS "sales"
    WHERE (("sales".day >= CAST('2023-12-26 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("sales".day < CAST('2024-01-14 00:00:00.000' AS TIMESTAMP_NTZ)))
    GROUP BY 1
  ) AS "totals"
  JOIN (
    SELECT
      DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATEADD('millisecond', -259200000, DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ))) AS "window_from",
      DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
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
    DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), CAST('9999-12-31 00:00:00.000' AS TIMESTAMP_NTZ)) AS "next_step",
      SUM("totals"."sales__rolled") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "step",
        SUM("sales".amount) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE ("sales".day < CAST('2024-01-14 00:00:00.000' AS TIMESTAMP_NTZ))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
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
    DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "accumulated"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      "totals"."step" AS "step",
      DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "totals"."step")), 6)) AS "since",
      COALESCE(LEAD("totals"."step") OVER (PARTITION BY DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "totals"."step")), 6)) ORDER BY "totals"."step"), CAST('9999-12-31 00:00:00.000' AS TIMESTAMP_NTZ)) AS "next_step",
      SUM("totals"."sales__rolled") OVER (PARTITION BY DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "totals"."step")), 6)) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
    FROM (
      SELECT
        DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "step",
        SUM("sales".amount) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE (("sales".day >= CAST('2023-12-28 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("sales".day < CAST('2024-01-14 00:00:00.000' AS TIMESTAMP_NTZ)))
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATE_TRUNC('month', DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ))) AS "window_from",
      DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
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
    DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket"
  FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_day",
    COUNT(DISTINCT "sales".region) AS "sales__rolled"
  FROM sales AS "sales"
  JOIN (
    SELECT
      DATEADD('millisecond', "steps"."n" * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "bucket",
      DATEADD('millisecond', -259200000, DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ))) AS "window_from",
      DATEADD('millisecond', ("steps"."n" + 1) * 86400000, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 9))) AS "steps"
  ) AS "series"
    ON (TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6) >= "series"."window_from") AND (TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6) < "series"."window_to")
  WHERE (("sales".day >= CAST('2023-12-26 00:00:00.000' AS TIMESTAMP_NTZ)) AND ("sales".day < CAST('2024-01-14 00:00:00.000' AS TIMESTAMP_NTZ)))
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
    CASE WHEN ("steps"."n" > 50001) AND (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) <= CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR) AS TIMESTAMP_NTZ) ELSE DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) END AS "bucket"
  FROM (
    SELECT
      MIN("keys"."sales__day_month") AS "first_bucket",
      MAX("keys"."sales__day_month") AS "last_bucket"
    FROM (
      SELECT
        DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "sales__day_month"
      FROM sales AS "sales"
      GROUP BY 1
    ) AS "keys"
  ) AS "bounds"
  JOIN (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 50003))) AS "steps"
    ON TRUE
  WHERE (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) >= CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ))
    AND (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) <= CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ))
) AS "series"
LEFT JOIN (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "accumulated"."sales__running" AS "sales__running"
  FROM (
    SELECT
      "totals"."step" AS "step",
      COALESCE(LEAD("totals"."step") OVER (ORDER BY "totals"."step"), CAST('9999-12-31 00:00:00.000' AS TIMESTAMP_NTZ)) AS "next_step",
      SUM("totals"."sales__running") OVER (ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__running"
    FROM (
      SELECT
        DATE_TRUNC('day', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "step",
        SUM("sales".amount) AS "sales__running"
      FROM sales AS "sales"
      WHERE ("sales".day IS NOT NULL)
      GROUP BY 1
    ) AS "totals"
  ) AS "accumulated"
  JOIN (
    SELECT
      CASE WHEN ("steps"."n" > 50001) AND (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) <= CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) THEN CAST('The count of generated date ranges is over limit (50000) ' || CAST("steps"."n" AS VARCHAR) AS TIMESTAMP_NTZ) ELSE DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) END AS "bucket",
      DATEADD('month', (LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) + 1) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) AS "window_to"
    FROM (
      SELECT
        MIN("keys"."sales__day_month") AS "first_bucket",
        MAX("keys"."sales__day_month") AS "last_bucket"
      FROM (
        SELECT
          DATE_TRUNC('month', TO_TIMESTAMP_NTZ(DATE_PART('epoch_microsecond', DATEADD('second', 0, "sales".day)), 6)) AS "sales__day_month"
        FROM sales AS "sales"
        GROUP BY 1
      ) AS "keys"
    ) AS "bounds"
    JOIN (SELECT ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1 AS "n" FROM TABLE(GENERATOR(ROWCOUNT => 50003))) AS "steps"
      ON TRUE
    WHERE (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) >= CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ))
      AND (DATEADD('month', LEAST(CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."first_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + -1 + "steps"."n", CAST(FLOOR(DATEDIFF('second', CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ), CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ)) / CAST(2629746 AS DOUBLE)) AS INTEGER) + 2) * 1, CAST('2024-01-01 00:00:00.000' AS TIMESTAMP_NTZ)) <= CAST("bounds"."last_bucket" AS TIMESTAMP_NTZ))
  ) AS "series"
    ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
) AS "rows_of_query"
  ON "series"."bucket" = "rows_of_query"."sales__day_month"
ORDER BY "sales__day_month" ASC NULLS LAST
LIMIT 10000
