-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  element_at(transform(ARRAY[ROW(element_at(transform(ARRAY[ARRAY[SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))), element_at(transform(ARRAY[ARRAY[0, COUNT(*)]], v -> CASE WHEN typeof(v[1]) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') ELSE v[1] - v[2] END), 1)]], v -> CASE WHEN typeof(v[1]) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') ELSE v[1] - v[2] END), 1), CAST(? AS BIGINT))], v -> CASE WHEN abs(CAST(v[1] * v[2] AS DOUBLE) - CAST(v[1] AS DOUBLE) * CAST(v[2] AS DOUBLE)) > 1e-15 * abs(CAST(v[1] AS DOUBLE) * CAST(v[2] AS DOUBLE)) THEN fail('a product has more decimals than its type: CAST a factor AS DOUBLE') ELSE v[1] * v[2] END), 1) AS "value"
FROM orders AS "orders"
LIMIT 10000
-- 1: "2"

-- division: cases/expressions/arithmetic-between-measures.yml
SELECT
  "orders".status AS "orders__status",
  CAST(SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS DOUBLE) / NULLIF(CAST(COUNT(*) AS DOUBLE), 0) AS "each",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "each" DESC NULLS LAST, "orders__status" ASC NULLS LAST
LIMIT 10000

-- text in another letter case: cases/expressions/letters-of-any-language.yml
SELECT
  "letters".id AS "letters__id",
  LOWER(CAST("letters".city AS VARCHAR)) AS "small",
  UPPER(CAST("letters".city AS VARCHAR)) AS "large"
FROM letters AS "letters"
GROUP BY 1, 2, 3
ORDER BY "letters__id" ASC NULLS LAST, "small" ASC NULLS LAST, "large" ASC NULLS LAST
LIMIT 10000

-- the length of a text: cases/expressions/text-functions.yml
SELECT
  CAST(LOWER(CAST("customers".name AS VARCHAR)) AS VARCHAR) || CAST(CAST(? AS VARCHAR) AS VARCHAR) || CAST(COALESCE("customers".city, CAST(? AS VARCHAR)) AS VARCHAR) AS "label",
  length(CAST("customers".name AS VARCHAR)) AS "size"
FROM customers AS "customers"
GROUP BY 1, 2
ORDER BY "label" ASC NULLS LAST, "size" ASC NULLS LAST
LIMIT 10000
-- 1: "-"
-- 2: "nowhere"

-- SQL of a statement: cases/sql-expressions/over-measures-with-their-parentheses.yml
SELECT
  "orders".status AS "orders__status",
  (SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) + COUNT(*)) * CAST(? AS BIGINT) AS "v",
  (COUNT(*) > CAST(? AS BIGINT) OR COUNT(*) < CAST(? AS BIGINT)) AND SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) > CAST(? AS BIGINT) AS "b"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__status" ASC NULLS LAST
LIMIT 10000
-- 1: "2"
-- 2: "3"
-- 3: "2"
-- 4: "20"

-- numbers as text: cases/geo/places.yml
SELECT
  "numbers".id AS "numbers__id",
  TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST("numbers".ratio AS DECIMAL(38, 10)) AS VARCHAR))) || CAST(? AS VARCHAR) || TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(("numbers".small * 10) AS DECIMAL(38, 10)) AS VARCHAR))) AS "numbers__place"
FROM numbers AS "numbers"
GROUP BY 1, 2
LIMIT 10000
-- 1: ","

-- the first number that is present: cases/numbers/of-several-decimals/the-first-that-is-present.yml
SELECT
  "customers".name AS "customers__name",
  element_at(transform(ARRAY[COALESCE(SUM(COALESCE(CASE WHEN typeof((CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123)) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123, CAST(NULL AS DECIMAL(1, 0)))), SUM(COALESCE(CASE WHEN typeof(CAST("orders".amount AS DECIMAL(12, 2))) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, CAST("orders".amount AS DECIMAL(12, 2)), CAST(NULL AS DECIMAL(1, 0)))), CAST(? AS DECIMAL(4, 4)))], v -> CASE WHEN typeof(v) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') ELSE v END), 1) AS "chosen"
FROM orders AS "orders"
LEFT JOIN customers AS "customers"
  ON "orders".customer_id = "customers".id
GROUP BY 1
ORDER BY "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "0.0005"

-- a number that a case chooses: cases/numbers/of-several-decimals/a-case-of-a-dimension.yml
SELECT
  CASE WHEN "orders".status = 'done' THEN CAST("orders".id AS DECIMAL(38, 2)) ELSE CAST("orders".id AS DECIMAL(18, 6)) * 0.000123 END AS "orders__shown_id",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__shown_id" ASC NULLS LAST
LIMIT 10000

-- a value of unknown type that a case chooses: cases/numbers/of-several-types/the-greatest-of-choices.yml
SELECT
  "totals"."orders__status" AS "orders__status",
  max_by(CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END, CASE WHEN CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END IS NOT NULL THEN ROW((CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END <> CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END), CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST(? AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END) END) AS "orders__greatest_choice"
FROM (
  SELECT
    "orders".status AS "orders__status",
    COUNT(*) AS "orders__count",
    MIN(1e0 * "orders".amount) AS "orders__rough_least",
    SUM(COALESCE(CASE WHEN typeof(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2))) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2)), CAST(NULL AS DECIMAL(1, 0)))) AS "orders__exact_count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
LEFT JOIN (
  SELECT CAST(? AS VARCHAR) AS "orders__currency"
  UNION ALL
  SELECT CAST(? AS VARCHAR) AS "orders__currency"
  UNION ALL
  SELECT CAST(? AS VARCHAR) AS "orders__currency"
) AS "values_of_query"
  ON TRUE
GROUP BY 1
ORDER BY "orders__status" ASC NULLS LAST
LIMIT 10000
-- 1: "USD"
-- 2: "EUR"
-- 3: "USD"
-- 4: "EUR"
-- 5: "USD"
-- 6: "EUR"
-- 7: "USD"
-- 8: "EUR"
-- 9: "USD"
-- 10: "EUR"
-- 11: "USD"
-- 12: "EUR"
-- 13: "GBP"

-- a measure of a masked number: cases/policies/masks/constants-of-measures.yml
SELECT
  "customers".name AS "customers__name",
  COALESCE(max_by(NULL, CASE WHEN NULL IS NOT NULL THEN ROW((NULL <> NULL), NULL) END), CAST(? AS BIGINT)) AS "customers__flagged",
  COUNT(*) AS "customers__count"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__flagged" DESC NULLS LAST, "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  "totals"."customers__region" AS "customers__region",
  CASE WHEN (CAST("totals"."customers__region" AS VARCHAR) = CAST(? AS VARCHAR)) THEN "totals"."customers__credit~own" ELSE "totals"."customers__credit~shape_customers_credit" END AS "customers__credit"
FROM (
  SELECT
    "customers".region AS "customers__region",
    SUM(COALESCE(CASE WHEN typeof("customers".credit) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "customers".credit, CAST(NULL AS DECIMAL(1, 0)))) AS "customers__credit~own",
    max_by(NULL, CASE WHEN NULL IS NOT NULL THEN ROW((NULL <> NULL), NULL) END) AS "customers__credit~shape_customers_credit"
  FROM customers AS "customers"
  GROUP BY 1
) AS "totals"
ORDER BY "customers__region" ASC NULLS LAST
LIMIT 10000
-- 1: "US"

-- nothing in place of a text: cases/policies/masks/nothing-without-a-mask.yml
SELECT
  NULL AS "customers__secret_city",
  COUNT(*) AS "customers__count"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__count" DESC NULLS LAST, "customers__secret_city" ASC NULLS LAST
LIMIT 10000

-- a value within an address: cases/links/an-address-with-values-in-it.yml
SELECT
  "words".id AS "words__id",
  CAST(? AS VARCHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST("words".word AS VARCHAR), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(? AS VARCHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(? AS VARCHAR), '%09'), CAST(? AS VARCHAR), '%0A'), CAST(? AS VARCHAR), '%0D'), '.'), '..') || CAST(? AS VARCHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST("words".id AS DECIMAL(38, 10)) AS VARCHAR))), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(? AS VARCHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(? AS VARCHAR), '%09'), CAST(? AS VARCHAR), '%0A'), CAST(? AS VARCHAR), '%0D'), '.'), '..') || CAST(? AS VARCHAR) AS "words__word___link_search_url"
FROM words AS "words"
GROUP BY 1, 2
LIMIT 10000
-- 1: "https://example.com/find/"
-- 2: "\\"
-- 3: "\t"
-- 4: "\n"
-- 5: "\r"
-- 6: "/of?id="
-- 7: "\\"
-- 8: "\t"
-- 9: "\n"
-- 10: "\r"
-- 11: "#top"
