-- contains: cases/hostile/backslash.yml
SELECT
  "rows_of_query"."words__id" AS "words__id"
FROM (
  SELECT
    "words".id AS "words__id"
  FROM words AS "words"
  WHERE (LOCATE(LOWER(CAST(? AS CHAR)), LOWER(CAST("words".word AS CHAR))) > 0)
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."words__id" IS NULL, "rows_of_query"."words__id" ASC
LIMIT 10000
-- 1: "\\"

-- starts with: cases/hostile/quote-in-a-pattern.yml
SELECT
  "rows_of_query"."words__id" AS "words__id"
FROM (
  SELECT
    "words".id AS "words__id"
  FROM words AS "words"
  WHERE (LEFT(LOWER(CAST("words".word AS CHAR)), CHAR_LENGTH(LOWER(CAST(? AS CHAR)))) = LOWER(CAST(? AS CHAR)))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."words__id" IS NULL, "rows_of_query"."words__id" ASC
LIMIT 10000
-- 1: "o'"
-- 2: "o'"

-- does not end with: cases/filters/not-ends-with-nor-null.yml
SELECT
  "rows_of_query"."customers__name" AS "customers__name"
FROM (
  SELECT
    CAST("customers".name AS CHAR) AS "customers__name"
  FROM customers AS "customers"
  WHERE (NOT (RIGHT(LOWER(CAST("customers".city AS CHAR)), CHAR_LENGTH(LOWER(CAST(? AS CHAR)))) = LOWER(CAST(? AS CHAR))))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS CHAR) IS NULL, CAST("rows_of_query"."customers__name" AS CHAR) ASC
LIMIT 10000
-- 1: "tin"
-- 2: "tin"

-- equals: cases/contract/default-filters/alone.yml
SELECT
  COUNT(*) AS "v__count"
FROM orders AS "orders"
WHERE (CAST("orders".status AS CHAR) = CAST(? AS CHAR))
LIMIT 10000
-- 1: "done"

-- other numbers: cases/filters/number-not-equals-keeps-missing.yml
SELECT
  "rows_of_query"."orders__number" AS "orders__number"
FROM (
  SELECT
    "orders".id AS "orders__number"
  FROM orders AS "orders"
  WHERE (("orders".amount NOT IN (CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED))) OR ("orders".amount IS NULL))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__number" IS NULL, "rows_of_query"."orders__number" ASC
LIMIT 10000
-- 1: "10"
-- 2: "20"
-- 3: "30"
-- 4: "40"

-- a segment: cases/contract/segments-are-each-in-parentheses.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE ("orders".status = 'done' OR "orders".status = 'open')
  AND ("orders".amount >= 40 OR "orders".amount <= 10)
LIMIT 10000

-- texts compared: cases/filters/texts-compare-by-code-point.yml
SELECT
  "rows_of_query"."scores__player" AS "scores__player"
FROM (
  SELECT
    CAST("scores".player AS CHAR) AS "scores__player"
  FROM scores AS "scores"
  WHERE (CAST("scores".player AS CHAR) > CAST(? AS CHAR))
    AND (CAST("scores".player AS CHAR) < CAST(? AS CHAR))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."scores__player" AS CHAR) IS NULL, CAST("rows_of_query"."scores__player" AS CHAR) ASC
LIMIT 10000
-- 1: "Bo"
-- 2: "b"

-- the text of a number of four bytes: cases/numbers/texts-of-numbers/the-text-finds-its-rows.yml
SELECT
  COUNT(*) AS "parts__count"
FROM (
  SELECT 1 AS id, CAST(0.1 AS FLOAT) AS weight, 9 AS code UNION ALL SELECT 2, CAST(1234567 AS FLOAT), 10 UNION ALL SELECT 3, CAST(1234568 AS FLOAT), 8 UNION ALL SELECT 4, CAST(16777216 AS FLOAT), NULL UNION ALL SELECT 5, CAST(-2.5 AS FLOAT), NULL UNION ALL SELECT 6, CAST(0.1 AS FLOAT), NULL UNION ALL SELECT 7, CAST(NULL AS FLOAT), NULL
) AS "parts"
WHERE (CAST(CAST(CASE WHEN ABS("parts".weight) >= 8388608 THEN CAST("parts".weight AS DOUBLE) WHEN CAST(CAST(CAST(CAST("parts".weight AS FLOAT) AS CHAR) AS DOUBLE) AS FLOAT) = "parts".weight THEN CAST(CAST(CAST("parts".weight AS FLOAT) AS CHAR) AS DOUBLE) WHEN CAST(ROUND("parts".weight, 6 - FLOOR(LOG10(ABS("parts".weight)))) AS FLOAT) = "parts".weight THEN ROUND("parts".weight, 6 - FLOOR(LOG10(ABS("parts".weight)))) WHEN CAST(ROUND("parts".weight, 7 - FLOOR(LOG10(ABS("parts".weight)))) AS FLOAT) = "parts".weight THEN ROUND("parts".weight, 7 - FLOOR(LOG10(ABS("parts".weight)))) WHEN CAST(ROUND("parts".weight, 8 - FLOOR(LOG10(ABS("parts".weight)))) AS FLOAT) = "parts".weight THEN ROUND("parts".weight, 8 - FLOOR(LOG10(ABS("parts".weight)))) ELSE CAST("parts".weight AS DOUBLE) END AS CHAR) AS CHAR) IN (CAST(? AS CHAR), CAST(? AS CHAR)))
LIMIT 10000
-- 1: "1234568"
-- 2: "0.1"

-- a boolean: cases/filters/boolean-false-or-null.yml
SELECT
  "rows_of_query"."numbers__id" AS "numbers__id"
FROM (
  SELECT
    "numbers".id AS "numbers__id"
  FROM numbers AS "numbers"
  WHERE ((("numbers".is_even <> 0) = CAST(? AS SIGNED)) OR (("numbers".is_even <> 0) IS NULL))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."numbers__id" IS NULL, "rows_of_query"."numbers__id" ASC
LIMIT 10000
-- 1: false

-- numbers with all of their digits: cases/numbers/the-least-integer.yml
SELECT
  SUM("numbers".big) AS "numbers__big"
FROM numbers AS "numbers"
WHERE ("numbers".big = CAST(? AS DECIMAL(19, 0)))
LIMIT 10000
-- 1: "-9223372036854775808"

-- before an instant: cases/contract/dates/before-a-day.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE ("orders".created_at < TIMESTAMP '2024-02-10 00:00:00.000')
LIMIT 10000

-- and within or: cases/filters/or-of-ands.yml
SELECT
  "rows_of_query"."orders__number" AS "orders__number"
FROM (
  SELECT
    "orders".id AS "orders__number"
  FROM orders AS "orders"
  WHERE (((CAST("orders".status AS CHAR) = CAST(? AS CHAR)) AND ("orders".amount < CAST(? AS SIGNED))) OR ((CAST("orders".status AS CHAR) = CAST(? AS CHAR)) AND ("orders".amount IS NULL)))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__number" IS NULL, "rows_of_query"."orders__number" ASC
LIMIT 10000
-- 1: "done"
-- 2: "20"
-- 3: "open"

-- on a measure: cases/contract/a-measure-filter.yml
SELECT
  CAST("orders".status AS CHAR) AS "orders__status",
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
HAVING (SUM("orders".amount) > CAST(? AS SIGNED))
LIMIT 10000
-- 1: "30"

-- of a measure: cases/filters/the-filter-of-a-measure-or-a-dimension.yml
SELECT
  COUNT(*) AS "orders__count",
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
WHERE (("orders".status = 'done') OR (CAST("orders".status AS CHAR) = CAST(? AS CHAR)))
LIMIT 10000
-- 1: "void"

-- SQL of a statement that rules guard: cases/policies/rules/an-expression-that-fails-on-other-rows-in-a-filter.yml
SELECT
  "rows_of_query"."texts__id" AS "texts__id"
FROM (
  SELECT
    "texts".id AS "texts__id"
  FROM (
    SELECT 1 AS id, 'EU' AS region, '12' AS code UNION ALL SELECT 2, 'EU', '7' UNION ALL SELECT 3, 'US', 'secret'
  ) AS "texts"
  WHERE (CAST("texts".region AS CHAR) = CAST(? AS CHAR))
    AND CASE WHEN CAST("texts".region AS CHAR) = CAST(? AS CHAR) THEN CAST(CAST("texts".code AS CHAR) AS DECIMAL(9, 2)) > CAST(? AS SIGNED) END
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."texts__id" IS NULL, "rows_of_query"."texts__id" ASC
LIMIT 10000
-- 1: "EU"
-- 2: "EU"
-- 3: "8"

-- SQL of a statement on groups and their keys: cases/sql-expressions/a-filter-of-groups-by-sql.yml
SELECT
  "rows_of_query"."k" AS "k",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    "totals"."k" AS "k",
    "totals"."orders__count" AS "orders__count"
  FROM (
    SELECT
      CASE WHEN "orders".amount > CAST(? AS SIGNED) THEN CAST(? AS CHAR) ELSE CAST("orders".status AS CHAR) END AS "k",
      COUNT(*) AS "orders__count",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
  WHERE ("totals"."k" <> CAST(? AS CHAR) AND "totals"."orders__count" >= CAST(? AS SIGNED) OR "totals"."orders__total" > CAST(? AS SIGNED))
    AND ("totals"."orders__count" < CAST(? AS SIGNED))
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."k" AS CHAR) IS NULL, CAST("rows_of_query"."k" AS CHAR) ASC
LIMIT 10000
-- 1: "25"
-- 2: "big"
-- 3: "big"
-- 4: "1"
-- 5: "100"
-- 6: "9"

-- a rule for rows, by values of the caller: cases/context/a-boolean-of-the-caller.yml
SELECT
  COUNT(CASE WHEN ((("orders_of_customer".status = 'done') <> 0) = CAST(? AS SIGNED)) THEN 1 END) AS "orders_of_customer__switched"
FROM (
  SELECT * FROM orders WHERE id > 0
) AS "orders_of_customer"
LIMIT 10000
-- 1: false
