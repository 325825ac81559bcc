-- contains: cases/hostile/backslash.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE (strpos(lower(CAST("words".word AS VARCHAR)), lower(CAST(? AS VARCHAR))) > 0)
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "\\"

-- starts with: cases/hostile/quote-in-a-pattern.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE starts_with(lower(CAST("words".word AS VARCHAR)), lower(CAST(? AS VARCHAR)))
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "o'"

-- does not end with: cases/filters/not-ends-with-nor-null.yml
SELECT
  "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (NOT starts_with(reverse(lower(CAST("customers".city AS VARCHAR))), reverse(lower(CAST(? AS VARCHAR)))))
GROUP BY 1
ORDER BY "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "tin"

-- equals: cases/contract/default-filters/alone.yml
SELECT
  COUNT(*) AS "v__count"
FROM orders AS "orders"
WHERE (CAST("orders".status AS VARCHAR) = CAST(? AS VARCHAR))
LIMIT 10000
-- 1: "done"

-- other numbers: cases/filters/number-not-equals-keeps-missing.yml
SELECT
  "orders".id AS "orders__number"
FROM orders AS "orders"
WHERE (("orders".amount NOT IN (CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT))) OR ("orders".amount IS NULL))
GROUP BY 1
ORDER BY "orders__number" ASC NULLS LAST
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
  "scores".player AS "scores__player"
FROM scores AS "scores"
WHERE (CAST("scores".player AS VARCHAR) > CAST(? AS VARCHAR))
  AND (CAST("scores".player AS VARCHAR) < CAST(? AS VARCHAR))
GROUP BY 1
ORDER BY "scores__player" ASC NULLS LAST
LIMIT 10000
-- 1: "Bo"
-- 2: "b"

-- the text of a number of four bytes: cases/numbers/texts-of-numbers/the-text-finds-its-rows.yml
SELECT
  COUNT(*) AS "parts__count"
FROM (
  SELECT 1 AS id, CAST(0.1 AS REAL) AS weight, 9 AS code UNION ALL SELECT 2, CAST(1234567 AS REAL), 10 UNION ALL SELECT 3, CAST(1234568 AS REAL), 8 UNION ALL SELECT 4, CAST(16777216 AS REAL), NULL UNION ALL SELECT 5, CAST(-2.5 AS REAL), NULL UNION ALL SELECT 6, CAST(0.1 AS REAL), NULL UNION ALL SELECT 7, CAST(NULL AS REAL), NULL
) AS "parts"
WHERE (CAST(CASE WHEN (CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(json_format(CAST(CAST("parts".weight AS REAL) AS JSON)) AS DOUBLE) ELSE CAST("parts".weight AS DOUBLE) END = 0) OR ABS(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(json_format(CAST(CAST("parts".weight AS REAL) AS JSON)) AS DOUBLE) ELSE CAST("parts".weight AS DOUBLE) END) >= 1e-4 AND ABS(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(json_format(CAST(CAST("parts".weight AS REAL) AS JSON)) AS DOUBLE) ELSE CAST("parts".weight AS DOUBLE) END) < 1e15 THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(json_format(CAST(CAST("parts".weight AS REAL) AS JSON)) AS DOUBLE) ELSE CAST("parts".weight AS DOUBLE) END AS DECIMAL(38, 20)) AS VARCHAR))) ELSE regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(CAST(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(json_format(CAST(CAST("parts".weight AS REAL) AS JSON)) AS DOUBLE) ELSE CAST("parts".weight AS DOUBLE) END AS VARCHAR), '\.0E', 'E'), 'E-', 'e-'), 'E', 'e+'), 'e-(\d)$', 'e-0$1'), 'e\+(\d)$', 'e+0$1') END AS VARCHAR) IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
LIMIT 10000
-- 1: "1234568"
-- 2: "0.1"

-- a boolean: cases/filters/boolean-false-or-null.yml
SELECT
  "numbers".id AS "numbers__id"
FROM numbers AS "numbers"
WHERE (("numbers".is_even = CAST(? AS BOOLEAN)) OR ("numbers".is_even IS NULL))
GROUP BY 1
ORDER BY "numbers__id" ASC NULLS LAST
LIMIT 10000
-- 1: false

-- numbers with all of their digits: cases/numbers/the-least-integer.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof("numbers".big) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "numbers".big, CAST(NULL AS DECIMAL(1, 0)))) AS "numbers__big"
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
  "orders".id AS "orders__number"
FROM orders AS "orders"
WHERE (((CAST("orders".status AS VARCHAR) = CAST(? AS VARCHAR)) AND ("orders".amount < CAST(? AS BIGINT))) OR ((CAST("orders".status AS VARCHAR) = CAST(? AS VARCHAR)) AND ("orders".amount IS NULL)))
GROUP BY 1
ORDER BY "orders__number" ASC NULLS LAST
LIMIT 10000
-- 1: "done"
-- 2: "20"
-- 3: "open"

-- on a measure: cases/contract/a-measure-filter.yml
SELECT
  "orders".status AS "orders__status",
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
HAVING (NOT (SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) <= CAST(? AS BIGINT)))
LIMIT 10000
-- 1: "30"

-- of a measure: cases/filters/the-filter-of-a-measure-or-a-dimension.yml
SELECT
  COUNT(*) AS "orders__count",
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total"
FROM orders AS "orders"
WHERE (("orders".status = 'done') OR (CAST("orders".status AS VARCHAR) = CAST(? AS VARCHAR)))
LIMIT 10000
-- 1: "void"

-- SQL of a statement that rules guard: cases/policies/rules/an-expression-that-fails-on-other-rows-in-a-filter.yml
SELECT
  "texts".id AS "texts__id"
FROM (
  SELECT 1 AS id, 'EU' AS region, '12' AS code UNION ALL SELECT 2, 'EU', '7' UNION ALL SELECT 3, 'US', 'secret'
) AS "texts"
WHERE (CAST("texts".region AS VARCHAR) = CAST(? AS VARCHAR))
  AND CASE WHEN CAST("texts".region AS VARCHAR) = CAST(? AS VARCHAR) THEN CAST("texts".code AS DECIMAL(9, 2)) > CAST(? AS BIGINT) END
GROUP BY 1
ORDER BY "texts__id" ASC NULLS LAST
LIMIT 10000
-- 1: "EU"
-- 2: "EU"
-- 3: "8"

-- SQL of a statement on groups and their keys: cases/sql-expressions/a-filter-of-groups-by-sql.yml
SELECT
  "totals"."k" AS "k",
  "totals"."orders__count" AS "orders__count"
FROM (
  SELECT
    CASE WHEN "orders".amount > CAST(? AS BIGINT) THEN CAST(? AS VARCHAR) ELSE "orders".status END AS "k",
    COUNT(*) AS "orders__count",
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
WHERE ("totals"."k" <> CAST(? AS VARCHAR) AND "totals"."orders__count" >= CAST(? AS BIGINT) OR "totals"."orders__total" > CAST(? AS BIGINT))
  AND ("totals"."orders__count" < CAST(? AS BIGINT))
ORDER BY "k" ASC NULLS LAST
LIMIT 10000
-- 1: "25"
-- 2: "big"
-- 3: "big"
-- 4: "1"
-- 5: "100"
-- 6: "9"

-- a rule for rows, by values of the caller: cases/context/a-boolean-of-the-caller.yml
SELECT
  COUNT(CASE WHEN (("orders_of_customer".status = 'done') = CAST(? AS BOOLEAN)) THEN 1 END) AS "orders_of_customer__switched"
FROM (
  SELECT * FROM orders WHERE id > 0
) AS "orders_of_customer"
LIMIT 10000
-- 1: false
