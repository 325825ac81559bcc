-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  (SUM("orders".amount) - (0 - COUNT(*))) * CAST($1 AS BIGINT) AS "value"
FROM orders AS "orders"
LIMIT 10000
-- 1: "2"

-- division: cases/expressions/arithmetic-between-measures.yml
SELECT
  "orders".status AS "orders__status",
  CAST(SUM("orders".amount) AS DOUBLE) / NULLIF(CAST(COUNT(*) AS DOUBLE), 0) AS "each",
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
  CAST(LOWER(CAST("customers".name AS VARCHAR)) AS VARCHAR) || CAST(CAST($1 AS VARCHAR) AS VARCHAR) || CAST(COALESCE("customers".city, CAST($2 AS VARCHAR)) AS VARCHAR) AS "label",
  CHAR_LENGTH(CAST("customers".name AS VARCHAR)) AS "size"
FROM customers AS "customers"
GROUP BY 1, 2
ORDER BY "label" ASC NULLS LAST, "size" ASC NULLS LAST
LIMIT 10000
-- 1: "-"
-- 2: "nowhere"

-- SQL of a statement: cases/sql-expressions/over-measures-with-their-parentheses.yml
SELECT
  "orders".status AS "orders__status",
  (SUM("orders".amount) + COUNT(*)) * CAST($1 AS BIGINT) AS "v",
  (COUNT(*) > CAST($2 AS BIGINT) OR COUNT(*) < CAST($3 AS BIGINT)) AND SUM("orders".amount) > CAST($4 AS BIGINT) AS "b"
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
  rtrim(rtrim(CAST(CAST("numbers".ratio AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.') || CAST($1 AS VARCHAR) || rtrim(rtrim(CAST(CAST(("numbers".small * 10) AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.') AS "numbers__place"
FROM numbers AS "numbers"
GROUP BY 1, 2
LIMIT 10000
-- 1: ","

-- the first number that is present: cases/numbers/of-several-decimals/the-first-that-is-present.yml
SELECT
  "customers".name AS "customers__name",
  CASE WHEN CASE WHEN SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123) IS NOT NULL THEN SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123) IS NOT NULL WHEN SUM(CAST("orders".amount AS DECIMAL(12, 2))) IS NOT NULL THEN SUM(CAST("orders".amount AS DECIMAL(12, 2))) IS NOT NULL ELSE CAST($1 AS DECIMAL(4, 4)) IS NOT NULL END THEN COALESCE(CASE WHEN SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123) IS NOT NULL THEN SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123) END, 0) + CASE WHEN SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123) IS NOT NULL THEN 0 ELSE COALESCE(CASE WHEN SUM(CAST("orders".amount AS DECIMAL(12, 2))) IS NOT NULL THEN SUM(CAST("orders".amount AS DECIMAL(12, 2))) END, 0) + CASE WHEN SUM(CAST("orders".amount AS DECIMAL(12, 2))) IS NOT NULL THEN 0 ELSE COALESCE(CAST($2 AS DECIMAL(4, 4)), 0) END END END AS "chosen"
FROM orders AS "orders"
LEFT JOIN customers AS "customers"
  ON "orders".customer_id = "customers".id
GROUP BY 1
ORDER BY "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "0.0005"
-- 2: "0.0005"

-- a number that a case chooses: cases/numbers/of-several-decimals/a-case-of-a-dimension.yml
SELECT
  CASE WHEN CASE WHEN "orders".status = 'done' THEN CAST("orders".id AS DECIMAL(38, 2)) IS NOT NULL ELSE (CAST("orders".id AS DECIMAL(18, 6)) * 0.000123) IS NOT NULL END THEN COALESCE(CASE WHEN "orders".status = 'done' THEN CAST("orders".id AS DECIMAL(38, 2)) END, 0) + CASE WHEN "orders".status = 'done' THEN 0 ELSE COALESCE(CAST("orders".id AS DECIMAL(18, 6)) * 0.000123, 0) END END AS "orders__shown_id",
  COUNT(*) AS "orders__count"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__shown_id" ASC NULLS LAST
LIMIT 10000

-- a value of unknown type that a case chooses: cases/numbers/of-several-types/the-greatest-of-choices.yml
SELECT
  "totals"."orders__status" AS "orders__status",
  MAX(CASE WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST($1 AS VARCHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS VARCHAR) = CAST($2 AS VARCHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END) AS "orders__greatest_choice"
FROM (
  SELECT
    "orders".status AS "orders__status",
    COUNT(*) AS "orders__count",
    MIN(1e0 * "orders".amount) AS "orders__rough_least",
    SUM(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2))) AS "orders__exact_count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "totals"
LEFT JOIN (
  SELECT CAST($3 AS VARCHAR) AS "orders__currency"
  UNION ALL
  SELECT CAST($4 AS VARCHAR) AS "orders__currency"
  UNION ALL
  SELECT CAST($5 AS VARCHAR) AS "orders__currency"
) AS "values_of_query"
  ON TRUE
GROUP BY 1
ORDER BY "orders__status" ASC NULLS LAST
LIMIT 10000
-- 1: "USD"
-- 2: "EUR"
-- 3: "USD"
-- 4: "EUR"
-- 5: "GBP"

-- a measure of a masked number: cases/policies/masks/constants-of-measures.yml
SELECT
  "customers".name AS "customers__name",
  COALESCE(MAX(NULL), CAST($1 AS BIGINT)) AS "customers__flagged",
  COUNT(*) AS "customers__count"
FROM customers AS "customers"
GROUP BY 1
ORDER BY "customers__flagged" DESC NULLS LAST, "customers__name" ASC NULLS LAST
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  "totals"."customers__region" AS "customers__region",
  CASE WHEN CASE WHEN (CAST("totals"."customers__region" AS VARCHAR) = CAST($1 AS VARCHAR)) THEN "totals"."customers__credit~own" IS NOT NULL ELSE "totals"."customers__credit~shape_customers_credit" IS NOT NULL END THEN COALESCE(CASE WHEN (CAST("totals"."customers__region" AS VARCHAR) = CAST($2 AS VARCHAR)) THEN "totals"."customers__credit~own" END, 0) + CASE WHEN (CAST("totals"."customers__region" AS VARCHAR) = CAST($3 AS VARCHAR)) THEN 0 ELSE COALESCE("totals"."customers__credit~shape_customers_credit", 0) END END AS "customers__credit"
FROM (
  SELECT
    "customers".region AS "customers__region",
    SUM("customers".credit) AS "customers__credit~own",
    MAX(NULL) AS "customers__credit~shape_customers_credit"
  FROM customers AS "customers"
  GROUP BY 1
) AS "totals"
ORDER BY "customers__region" ASC NULLS LAST
LIMIT 10000
-- 1: "US"
-- 2: "US"
-- 3: "US"

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
  CAST($1 AS VARCHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST("words".word AS VARCHAR), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST($2 AS VARCHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST($3 AS VARCHAR), '%09'), CAST($4 AS VARCHAR), '%0A'), CAST($5 AS VARCHAR), '%0D'), '.'), '..') || CAST($6 AS VARCHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(rtrim(rtrim(CAST(CAST("words".id AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.'), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST($7 AS VARCHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST($8 AS VARCHAR), '%09'), CAST($9 AS VARCHAR), '%0A'), CAST($10 AS VARCHAR), '%0D'), '.'), '..') || CAST($11 AS VARCHAR) AS "words__word___link_search_url"
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
