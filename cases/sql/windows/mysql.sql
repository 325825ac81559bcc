-- trailing days: cases/contract/three-trailing-days.yml
SELECT
  "rows_of_query"."sales__day_day" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "totals"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
    LIMIT 9007199254740991
  ) AS "series"
  LEFT JOIN (
    SELECT
      "series"."bucket" AS "sales__day_day",
      SUM("totals"."sales__rolled") AS "sales__rolled"
    FROM (
      SELECT
        (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "sales".day) DAY) AS "step",
        SUM("sales".amount) AS "sales__rolled"
      FROM sales AS "sales"
      WHERE (("sales".day >= TIMESTAMP '2023-12-26 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
      GROUP BY 1
    ) AS "totals"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket",
        (TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND) + INTERVAL ((1 * -259200000000)) MICROSECOND AS "window_from",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON ("totals"."step" >= "series"."window_from") AND ("totals"."step" < "series"."window_to")
    GROUP BY 1
  ) AS "totals"
    ON "series"."bucket" = "totals"."sales__day_day"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_day" IS NULL, "rows_of_query"."sales__day_day" ASC
LIMIT 10000

-- from the beginning: cases/contract/from-the-beginning.yml
SELECT
  "rows_of_query"."sales__day_day" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "rows_of_query"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
    LIMIT 9007199254740991
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
          (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "sales".day) DAY) AS "step",
          SUM("sales".amount) AS "sales__rolled"
        FROM sales AS "sales"
        WHERE ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000')
        GROUP BY 1
      ) AS "totals"
    ) AS "accumulated"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
  ) AS "rows_of_query"
    ON "series"."bucket" = "rows_of_query"."sales__day_day"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_day" IS NULL, "rows_of_query"."sales__day_day" ASC
LIMIT 10000

-- to date: cases/contract/month-to-date.yml
SELECT
  "rows_of_query"."sales__day_day" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_day",
    "rows_of_query"."sales__rolled" AS "sales__rolled"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
    LIMIT 9007199254740991
  ) AS "series"
  LEFT JOIN (
    SELECT
      "series"."bucket" AS "sales__day_day",
      "accumulated"."sales__rolled" AS "sales__rolled"
    FROM (
      SELECT
        "totals"."step" AS "step",
        (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "totals"."step") MONTH) AS "since",
        COALESCE(LEAD("totals"."step") OVER (PARTITION BY (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "totals"."step") MONTH) ORDER BY "totals"."step"), TIMESTAMP '9999-12-31 00:00:00.000') AS "next_step",
        SUM("totals"."sales__rolled") OVER (PARTITION BY (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "totals"."step") MONTH) ORDER BY "totals"."step" ROWS UNBOUNDED PRECEDING) AS "sales__rolled"
      FROM (
        SELECT
          (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "sales".day) DAY) AS "step",
          SUM("sales".amount) AS "sales__rolled"
        FROM sales AS "sales"
        WHERE (("sales".day >= TIMESTAMP '2023-12-28 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
        GROUP BY 1
      ) AS "totals"
    ) AS "accumulated"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket",
        (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', (TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND)) MONTH) AS "window_from",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON ("accumulated"."since" = "series"."window_from") AND ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
  ) AS "rows_of_query"
    ON "series"."bucket" = "rows_of_query"."sales__day_day"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_day" IS NULL, "rows_of_query"."sales__day_day" ASC
LIMIT 10000

-- distinct values: cases/contract/distinct-values-in-a-window.yml
SELECT
  "rows_of_query"."sales__day_day" AS "sales__day_day",
  "rows_of_query"."sales__rolled" AS "sales__rolled"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_day",
    COALESCE("totals"."sales__rolled", 0) AS "sales__rolled"
  FROM (
    SELECT
      TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket"
    FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
    LIMIT 9007199254740991
  ) AS "series"
  LEFT JOIN (
    SELECT
      "series"."bucket" AS "sales__day_day",
      COUNT(DISTINCT CAST("sales".region AS CHAR)) AS "sales__rolled"
    FROM sales AS "sales"
    JOIN (
      SELECT
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (("steps"."n" * 86400000000)) MICROSECOND AS "bucket",
        (TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND) + INTERVAL ((1 * -259200000000)) MICROSECOND AS "window_from",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((("steps"."n" + 1) * 86400000000)) MICROSECOND AS "window_to"
      FROM (SELECT p0.d * 1 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 WHERE p0.d * 1 < 9) AS "steps"
      LIMIT 9007199254740991
    ) AS "series"
      ON (CAST("sales".day AS DATETIME(6)) >= "series"."window_from") AND (CAST("sales".day AS DATETIME(6)) < "series"."window_to")
    WHERE (("sales".day >= TIMESTAMP '2023-12-26 00:00:00.000') AND ("sales".day < TIMESTAMP '2024-01-14 00:00:00.000'))
    GROUP BY 1
  ) AS "totals"
    ON "series"."bucket" = "totals"."sales__day_day"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_day" IS NULL, "rows_of_query"."sales__day_day" ASC
LIMIT 10000

-- buckets that the data decide: cases/rolling/a-running-total-without-range.yml
SELECT
  "rows_of_query"."sales__day_month" AS "sales__day_month",
  "rows_of_query"."sales__running" AS "sales__running"
FROM (
  SELECT
    "series"."bucket" AS "sales__day_month",
    "rows_of_query"."sales__running" AS "sales__running"
  FROM (
    SELECT
      CASE WHEN ("steps"."n" > 50001) AND ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) <= CAST("bounds"."last_bucket" AS DATETIME(6))) THEN CAST((SELECT "steps"."n" UNION ALL SELECT "steps"."n") AS DATETIME(6)) ELSE TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH END AS "bucket"
    FROM (
      SELECT
        MIN("keys"."sales__day_month") AS "first_bucket",
        MAX("keys"."sales__day_month") AS "last_bucket"
      FROM (
        SELECT
          (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "sales".day) MONTH) AS "sales__day_month"
        FROM sales AS "sales"
        GROUP BY 1
      ) AS "keys"
    ) AS "bounds"
    JOIN (SELECT p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p1 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p2 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p3 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p4 WHERE p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 < 50003) AS "steps"
      ON TRUE
    WHERE ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) >= CAST("bounds"."first_bucket" AS DATETIME(6)))
      AND ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) <= CAST("bounds"."last_bucket" AS DATETIME(6)))
    LIMIT 9007199254740991
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
          (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', "sales".day) DAY) AS "step",
          SUM("sales".amount) AS "sales__running"
        FROM sales AS "sales"
        WHERE ("sales".day IS NOT NULL)
        GROUP BY 1
      ) AS "totals"
    ) AS "accumulated"
    JOIN (
      SELECT
        CASE WHEN ("steps"."n" > 50001) AND ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) <= CAST("bounds"."last_bucket" AS DATETIME(6))) THEN CAST((SELECT "steps"."n" UNION ALL SELECT "steps"."n") AS DATETIME(6)) ELSE TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH END AS "bucket",
        TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL (((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) + 1) * 1)) MONTH AS "window_to"
      FROM (
        SELECT
          MIN("keys"."sales__day_month") AS "first_bucket",
          MAX("keys"."sales__day_month") AS "last_bucket"
        FROM (
          SELECT
            (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "sales".day) MONTH) AS "sales__day_month"
          FROM sales AS "sales"
          GROUP BY 1
        ) AS "keys"
      ) AS "bounds"
      JOIN (SELECT p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 AS "n" FROM (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p0 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p1 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p2 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p3 CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) AS p4 WHERE p0.d * 1 + p1.d * 10 + p2.d * 100 + p3.d * 1000 + p4.d * 10000 < 50003) AS "steps"
        ON TRUE
      WHERE ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) >= CAST("bounds"."first_bucket" AS DATETIME(6)))
        AND ((TIMESTAMP '2024-01-01 00:00:00.000' + INTERVAL ((LEAST(FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."first_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + -1 + "steps"."n", FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00.000', CAST("bounds"."last_bucket" AS DATETIME(6))) / CAST(2629746 AS DOUBLE)) + 2) * 1)) MONTH) <= CAST("bounds"."last_bucket" AS DATETIME(6)))
      LIMIT 9007199254740991
    ) AS "series"
      ON ("accumulated"."step" < "series"."window_to") AND ("accumulated"."next_step" >= "series"."window_to")
  ) AS "rows_of_query"
    ON "series"."bucket" = "rows_of_query"."sales__day_month"
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_month" IS NULL, "rows_of_query"."sales__day_month" ASC
LIMIT 10000
