-- contains: cases/hostile/backslash.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE (strpos(lower(replace(replace((CAST("words".word AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')), lower(replace(replace((CAST($1 AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ'))) > 0)
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "\\"

-- starts with: cases/hostile/quote-in-a-pattern.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE starts_with(lower(replace(replace((CAST("words".word AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')), lower(replace(replace((CAST($1 AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')))
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "o'"

-- does not end with: cases/filters/not-ends-with-nor-null.yml
SELECT
  "rows_of_query"."customers__name" AS "customers__name"
FROM (
  SELECT
    "customers".name AS "customers__name"
  FROM customers AS "customers"
  WHERE (NOT (right(lower(replace(replace((CAST("customers".city AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')), length(lower(replace(replace((CAST($1 AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')))) = lower(replace(replace((CAST($2 AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ'))))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "tin"
-- 2: "tin"

-- equals: cases/contract/default-filters/alone.yml
SELECT
  COUNT(*) AS "v__count"
FROM orders AS "orders"
WHERE (CAST("orders".status AS TEXT) = CAST($1 AS TEXT))
LIMIT 10000
-- 1: "done"

-- other numbers: cases/filters/number-not-equals-keeps-missing.yml
SELECT
  "orders".id AS "orders__number"
FROM orders AS "orders"
WHERE (("orders".amount NOT IN (CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT))) OR ("orders".amount IS NULL))
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
  "rows_of_query"."scores__player" AS "scores__player"
FROM (
  SELECT
    "scores".player AS "scores__player"
  FROM scores AS "scores"
  WHERE ((CAST("scores".player AS TEXT) COLLATE "C") > CAST($1 AS TEXT))
    AND ((CAST("scores".player AS TEXT) COLLATE "C") < CAST($2 AS TEXT))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."scores__player" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "Bo"
-- 2: "b"

-- the text of a number of four bytes: cases/numbers/texts-of-numbers/the-text-finds-its-rows.yml
SELECT
  COUNT(*) AS "parts__count"
FROM (
  SELECT 1 AS id, CAST(0.1 AS REAL) AS weight, 9 AS code UNION ALL SELECT 2, CAST(1234567 AS REAL), 10 UNION ALL SELECT 3, CAST(1234568 AS REAL), 8 UNION ALL SELECT 4, CAST(16777216 AS REAL), NULL UNION ALL SELECT 5, CAST(-2.5 AS REAL), NULL UNION ALL SELECT 6, CAST(0.1 AS REAL), NULL UNION ALL SELECT 7, CAST(NULL AS REAL), NULL
) AS "parts"
WHERE (CAST(CAST(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(CAST("parts".weight AS TEXT) AS DOUBLE PRECISION) ELSE CAST("parts".weight AS DOUBLE PRECISION) END AS TEXT) AS TEXT) IN (CAST($1 AS TEXT), CAST($2 AS TEXT)))
LIMIT 10000
-- 1: "1234568"
-- 2: "0.1"

-- a boolean: cases/filters/boolean-false-or-null.yml
SELECT
  "numbers".id AS "numbers__id"
FROM numbers AS "numbers"
WHERE (("numbers".is_even = CAST($1 AS BOOLEAN)) OR ("numbers".is_even IS NULL))
GROUP BY 1
ORDER BY "numbers__id" ASC NULLS LAST
LIMIT 10000
-- 1: false

-- numbers with all of their digits: cases/numbers/the-least-integer.yml
SELECT
  SUM("numbers".big) AS "numbers__big"
FROM numbers AS "numbers"
WHERE ("numbers".big = CAST($1 AS NUMERIC))
LIMIT 10000
-- 1: "-9223372036854775808"

-- before an instant: cases/contract/dates/before-a-day.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE ("orders".created_at < TIMESTAMPTZ '2024-02-10 00:00:00.000+00')
LIMIT 10000

-- and within or: cases/filters/or-of-ands.yml
SELECT
  "orders".id AS "orders__number"
FROM orders AS "orders"
WHERE (((CAST("orders".status AS TEXT) = CAST($1 AS TEXT)) AND ("orders".amount < CAST($2 AS BIGINT))) OR ((CAST("orders".status AS TEXT) = CAST($3 AS TEXT)) AND ("orders".amount IS NULL)))
GROUP BY 1
ORDER BY "orders__number" ASC NULLS LAST
LIMIT 10000
-- 1: "done"
-- 2: "20"
-- 3: "open"

-- on a measure: cases/contract/a-measure-filter.yml
SELECT
  "orders".status AS "orders__status",
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
HAVING (SUM("orders".amount) > CAST($1 AS BIGINT))
LIMIT 10000
-- 1: "30"

-- of a measure: cases/filters/the-filter-of-a-measure-or-a-dimension.yml
SELECT
  COUNT(*) AS "orders__count",
  SUM("orders".amount) AS "orders__total"
FROM orders AS "orders"
WHERE (("orders".status = 'done') OR (CAST("orders".status AS TEXT) = CAST($1 AS TEXT)))
LIMIT 10000
-- 1: "void"

-- SQL of a statement that rules guard: cases/policies/rules/an-expression-that-fails-on-other-rows-in-a-filter.yml
SELECT
  "texts".id AS "texts__id"
FROM (
  SELECT 1 AS id, 'EU' AS region, '12' AS code UNION ALL SELECT 2, 'EU', '7' UNION ALL SELECT 3, 'US', 'secret'
) AS "texts"
WHERE (CAST("texts".region AS TEXT) = CAST($1 AS TEXT))
  AND CASE WHEN CAST("texts".region AS TEXT) = CAST($2 AS TEXT) THEN CAST("texts".code AS DECIMAL(9, 2)) > CAST($3 AS BIGINT) END
GROUP BY 1
ORDER BY "texts__id" ASC NULLS LAST
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
      CASE WHEN "orders".amount > CAST($1 AS BIGINT) THEN CAST($2 AS TEXT) ELSE "orders".status END AS "k",
      COUNT(*) AS "orders__count",
      SUM("orders".amount) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
  WHERE ("totals"."k" <> CAST($3 AS TEXT) AND "totals"."orders__count" >= CAST($4 AS BIGINT) OR "totals"."orders__total" > CAST($5 AS BIGINT))
    AND ("totals"."orders__count" < CAST($6 AS BIGINT))
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."k" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "25"
-- 2: "big"
-- 3: "big"
-- 4: "1"
-- 5: "100"
-- 6: "9"

-- a rule for rows, by values of the caller: cases/context/a-boolean-of-the-caller.yml
SELECT
  COUNT(CASE WHEN (("orders_of_customer".status = 'done') = CAST($1 AS BOOLEAN)) THEN 1 END) AS "orders_of_customer__switched"
FROM (
  SELECT * FROM orders WHERE id > 0
) AS "orders_of_customer"
LIMIT 10000
-- 1: false
