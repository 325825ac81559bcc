-- contains: cases/hostile/backslash.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE contains(lower(CAST("words".word AS VARCHAR)), lower(CAST($1 AS VARCHAR)))
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "\\"

-- starts with: cases/hostile/quote-in-a-pattern.yml
SELECT
  "words".id AS "words__id"
FROM words AS "words"
WHERE starts_with(lower(CAST("words".word AS VARCHAR)), lower(CAST($1 AS VARCHAR)))
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "o'"

-- does not end with: cases/filters/not-ends-with-nor-null.yml
SELECT
  "customers".name AS "customers__name"
FROM customers AS "customers"
WHERE (NOT ends_with(lower(CAST("customers".city AS VARCHAR)), lower(CAST($1 AS VARCHAR))))
GROUP BY 1
ORDER BY "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "tin"

-- equals: cases/contract/default-filters/alone.yml
SELECT
  COUNT(*) AS "v__count"
FROM orders AS "orders"
WHERE (CAST("orders".status AS VARCHAR) = CAST($1 AS VARCHAR))
LIMIT 10000
-- 1: "done"

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
WHERE (CAST("scores".player AS VARCHAR) > CAST($1 AS VARCHAR))
  AND (CAST("scores".player AS VARCHAR) < CAST($2 AS VARCHAR))
GROUP BY 1
ORDER BY "scores__player" ASC NULLS LAST
LIMIT 10000
-- 1: "Bo"
-- 2: "b"

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
WHERE ("numbers".big = CAST($1 AS HUGEINT))
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
WHERE (((CAST("orders".status AS VARCHAR) = CAST($1 AS VARCHAR)) AND ("orders".amount < CAST($2 AS BIGINT))) OR ((CAST("orders".status AS VARCHAR) = CAST($3 AS VARCHAR)) AND ("orders".amount IS NULL)))
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
WHERE (("orders".status = 'done') OR (CAST("orders".status AS VARCHAR) = CAST($1 AS VARCHAR)))
LIMIT 10000
-- 1: "void"

-- a rule for rows, by values of the caller: cases/context/a-boolean-of-the-caller.yml
SELECT
  COUNT(CASE WHEN (("orders_of_customer".status = 'done') = CAST($1 AS BOOLEAN)) THEN 1 END) AS "orders_of_customer__switched"
FROM (
  SELECT * FROM orders WHERE id > 0
) AS "orders_of_customer"
LIMIT 10000
-- 1: false
