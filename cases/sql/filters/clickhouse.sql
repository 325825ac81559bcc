-- contains: cases/hostile/backslash.yml
SELECT
  "words".id + 0 AS "words__id"
FROM words AS "words"
WHERE (position(lowerUTF8(replace(replace(CAST("words".word AS String), 'İ', 'i'), 'Σ', 'σ')), lowerUTF8(replace(replace(CAST({p1:Nullable(String)} AS String), 'İ', 'i'), 'Σ', 'σ'))) > 0)
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "\\"

-- starts with: cases/hostile/quote-in-a-pattern.yml
SELECT
  "words".id + 0 AS "words__id"
FROM words AS "words"
WHERE startsWith(lowerUTF8(replace(replace(CAST("words".word AS String), 'İ', 'i'), 'Σ', 'σ')), lowerUTF8(replace(replace(CAST({p1:Nullable(String)} AS String), 'İ', 'i'), 'Σ', 'σ')))
GROUP BY 1
ORDER BY "words__id" ASC NULLS LAST
LIMIT 10000
-- 1: "o'"

-- does not end with: cases/filters/not-ends-with-nor-null.yml
SELECT
  "rows_of_query"."customers__name" AS "customers__name"
FROM (
  SELECT
    CAST("customers".name AS String) AS "customers__name"
  FROM customers AS "customers"
  WHERE (NOT endsWith(lowerUTF8(replace(replace(CAST("customers".city AS String), 'İ', 'i'), 'Σ', 'σ')), lowerUTF8(replace(replace(CAST({p1:Nullable(String)} AS String), 'İ', 'i'), 'Σ', 'σ'))))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "tin"

-- equals: cases/contract/default-filters/alone.yml
SELECT
  COUNT(*) AS "v__count"
FROM orders AS "orders"
WHERE (CAST("orders".status AS String) = CAST({p1:Nullable(String)} AS String))
LIMIT 10000
-- 1: "done"

-- other numbers: cases/filters/number-not-equals-keeps-missing.yml
SELECT
  "orders".id + 0 AS "orders__number"
FROM orders AS "orders"
WHERE (((("orders".amount + 0) NOT IN (CAST({p1:Nullable(String)} AS Int64), CAST({p2:Nullable(String)} AS Int64), CAST({p3:Nullable(String)} AS Int64), CAST({p4:Nullable(String)} AS Int64)) OR if(position(toTypeName(("orders".amount + 0)), 'Float') > 0, ("orders".amount + 0) <> ("orders".amount + 0), 0))) OR (("orders".amount + 0) IS NULL))
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
    CAST("scores".player AS String) AS "scores__player"
  FROM scores AS "scores"
  WHERE (CAST("scores".player AS String) > CAST({p1:Nullable(String)} AS String))
    AND (CAST("scores".player AS String) < CAST({p2:Nullable(String)} AS String))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."scores__player" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "Bo"
-- 2: "b"

-- the text of a number of four bytes: cases/numbers/texts-of-numbers/the-text-finds-its-rows.yml
SELECT
  COUNT(*) AS "parts__count"
FROM (
  SELECT 1 AS id, CAST(0.1 AS REAL) AS weight, 9 AS code UNION ALL SELECT 2, CAST(1234567 AS REAL), 10 UNION ALL SELECT 3, CAST(1234568 AS REAL), 8 UNION ALL SELECT 4, CAST(16777216 AS REAL), NULL UNION ALL SELECT 5, CAST(-2.5 AS REAL), NULL UNION ALL SELECT 6, CAST(0.1 AS REAL), NULL UNION ALL SELECT 7, CAST(NULL AS REAL), NULL
) AS "parts"
WHERE (CAST(CAST(CASE WHEN ABS("parts".weight) < 8388608 THEN CAST(CAST("parts".weight AS String) AS Float64) ELSE CAST("parts".weight AS Float64) END AS String) AS String) IN (CAST({p1:Nullable(String)} AS String), CAST({p2:Nullable(String)} AS String)))
LIMIT 10000
-- 1: "1234568"
-- 2: "0.1"

-- a boolean: cases/filters/boolean-false-or-null.yml
SELECT
  "numbers".id + 0 AS "numbers__id"
FROM numbers AS "numbers"
WHERE ((CAST("numbers".is_even AS Bool) = CAST({p1:Nullable(String)} AS Bool)) OR (CAST("numbers".is_even AS Bool) IS NULL))
GROUP BY 1
ORDER BY "numbers__id" ASC NULLS LAST
LIMIT 10000
-- 1: false

-- numbers with all of their digits: cases/numbers/the-least-integer.yml
SELECT
  plus(sum("numbers".big), throwIf(ifNull((position(toTypeName(sum("numbers".big)), 'Float') = 0) AND (sum("numbers".big) <> sum("numbers".big * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "numbers__big"
FROM numbers AS "numbers"
WHERE (("numbers".big + 0) = CAST({p1:Nullable(String)} AS Decimal(76, 0)))
LIMIT 10000
-- 1: "-9223372036854775808"

-- before an instant: cases/contract/dates/before-a-day.yml
SELECT
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
WHERE ("orders".created_at < fromUnixTimestamp64Micro(toInt64(1707523200000000), 'UTC'))
LIMIT 10000

-- and within or: cases/filters/or-of-ands.yml
SELECT
  "orders".id + 0 AS "orders__number"
FROM orders AS "orders"
WHERE (((CAST("orders".status AS String) = CAST({p1:Nullable(String)} AS String)) AND (("orders".amount + 0) < CAST({p2:Nullable(String)} AS Int64))) OR ((CAST("orders".status AS String) = CAST({p3:Nullable(String)} AS String)) AND (("orders".amount + 0) IS NULL)))
GROUP BY 1
ORDER BY "orders__number" ASC NULLS LAST
LIMIT 10000
-- 1: "done"
-- 2: "20"
-- 3: "open"

-- on a measure: cases/contract/a-measure-filter.yml
SELECT
  CAST("orders".status AS String) AS "orders__status",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
GROUP BY 1
HAVING (NOT (plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) <= CAST({p1:Nullable(String)} AS Int64)))
LIMIT 10000
-- 1: "30"

-- of a measure: cases/filters/the-filter-of-a-measure-or-a-dimension.yml
SELECT
  COUNT(*) AS "orders__count",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM orders AS "orders"
WHERE (("orders".status = 'done') OR (CAST("orders".status AS String) = CAST({p1:Nullable(String)} AS String)))
LIMIT 10000
-- 1: "void"

-- SQL of a statement that rules guard: cases/policies/rules/an-expression-that-fails-on-other-rows-in-a-filter.yml
SELECT
  "texts".id + 0 AS "texts__id"
FROM (
  SELECT 1 AS id, 'EU' AS region, '12' AS code UNION ALL SELECT 2, 'EU', '7' UNION ALL SELECT 3, 'US', 'secret'
) AS "texts"
WHERE (CAST("texts".region AS String) = CAST({p1:Nullable(String)} AS String))
  AND CASE WHEN CAST("texts".region AS String) = CAST({p2:Nullable(String)} AS String) THEN CAST(CAST("texts".code AS String) AS DECIMAL(9, 2)) > CAST({p3:Nullable(String)} AS Int64) END
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
      CASE WHEN ("orders".amount + 0) > CAST({p1:Nullable(String)} AS Int64) THEN CAST({p2:Nullable(String)} AS String) ELSE CAST("orders".status AS String) END AS "k",
      COUNT(*) AS "orders__count",
      plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
  WHERE ("totals"."k" <> CAST({p3:Nullable(String)} AS String) AND "totals"."orders__count" >= CAST({p4:Nullable(String)} AS Int64) OR "totals"."orders__total" > CAST({p5:Nullable(String)} AS Int64))
    AND ("totals"."orders__count" < CAST({p6:Nullable(String)} AS Int64))
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."k" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "25"
-- 2: "big"
-- 3: "big"
-- 4: "1"
-- 5: "100"
-- 6: "9"

-- a rule for rows, by values of the caller: cases/context/a-boolean-of-the-caller.yml
SELECT
  COUNT(CASE WHEN (CAST(("orders_of_customer".status = 'done') AS Bool) = CAST({p1:Nullable(String)} AS Bool)) THEN 1 END) AS "orders_of_customer__switched"
FROM (
  SELECT * FROM orders WHERE id > 0
) AS "orders_of_customer"
LIMIT 10000
-- 1: false
