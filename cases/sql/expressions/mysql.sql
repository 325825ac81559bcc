-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  (SUM("orders".amount) - (0 - COUNT(*))) * CAST(? AS SIGNED) AS "value"
FROM orders AS "orders"
LIMIT 10000
-- 1: "2"

-- division: cases/expressions/arithmetic-between-measures.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."each" AS "each",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    CAST("orders".status AS CHAR) AS "orders__status",
    CAST(SUM("orders".amount) AS DOUBLE) / NULLIF(CAST(COUNT(*) AS DOUBLE), 0) AS "each",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."each" IS NULL, "rows_of_query"."each" DESC, CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
LIMIT 10000

-- text in another letter case: cases/expressions/letters-of-any-language.yml
SELECT
  "rows_of_query"."letters__id" AS "letters__id",
  "rows_of_query"."small" AS "small",
  "rows_of_query"."large" AS "large"
FROM (
  SELECT
    "letters".id AS "letters__id",
    LOWER(CAST("letters".city AS CHAR)) AS "small",
    UPPER(CAST("letters".city AS CHAR)) AS "large"
  FROM letters AS "letters"
  GROUP BY 1, 2, 3
) AS "rows_of_query"
ORDER BY "rows_of_query"."letters__id" IS NULL, "rows_of_query"."letters__id" ASC, CAST("rows_of_query"."small" AS CHAR) IS NULL, CAST("rows_of_query"."small" AS CHAR) ASC, CAST("rows_of_query"."large" AS CHAR) IS NULL, CAST("rows_of_query"."large" AS CHAR) ASC
LIMIT 10000

-- the length of a text: cases/expressions/text-functions.yml
SELECT
  "rows_of_query"."label" AS "label",
  "rows_of_query"."size" AS "size"
FROM (
  SELECT
    CAST(LOWER(CAST("customers".name AS CHAR)) AS CHAR) || CAST(CAST(? AS CHAR) AS CHAR) || CAST(COALESCE(CAST("customers".city AS CHAR), CAST(? AS CHAR)) AS CHAR) AS "label",
    CHAR_LENGTH(CAST("customers".name AS CHAR)) AS "size"
  FROM customers AS "customers"
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."label" AS CHAR) IS NULL, CAST("rows_of_query"."label" AS CHAR) ASC, "rows_of_query"."size" IS NULL, "rows_of_query"."size" ASC
LIMIT 10000
-- 1: "-"
-- 2: "nowhere"

-- SQL of a statement: cases/sql-expressions/over-measures-with-their-parentheses.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."v" AS "v",
  "rows_of_query"."b" AS "b"
FROM (
  SELECT
    CAST("orders".status AS CHAR) AS "orders__status",
    (SUM("orders".amount) + COUNT(*)) * CAST(? AS SIGNED) AS "v",
    (COUNT(*) > CAST(? AS SIGNED) OR COUNT(*) < CAST(? AS SIGNED)) AND SUM("orders".amount) > CAST(? AS SIGNED) AS "b"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
LIMIT 10000
-- 1: "2"
-- 2: "3"
-- 3: "2"
-- 4: "20"

-- numbers as text: cases/geo/places.yml
SELECT
  "numbers".id AS "numbers__id",
  CAST(TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST("numbers".ratio AS DECIMAL(38, 10)) AS CHAR))) || CAST(? AS CHAR) || TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(("numbers".small * 10) AS DECIMAL(38, 10)) AS CHAR))) AS CHAR) AS "numbers__place"
FROM numbers AS "numbers"
GROUP BY 1, 2
LIMIT 10000
-- 1: ","

-- the first number that is present: cases/numbers/of-several-decimals/the-first-that-is-present.yml
SELECT
  "rows_of_query"."customers__name" AS "customers__name",
  "rows_of_query"."chosen" AS "chosen"
FROM (
  SELECT
    CAST("customers".name AS CHAR) AS "customers__name",
    COALESCE(SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123), SUM(CAST("orders".amount AS DECIMAL(12, 2))), CAST(? AS DECIMAL(4, 4))) AS "chosen"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers"
    ON "orders".customer_id = "customers".id
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS CHAR) IS NULL, CAST("rows_of_query"."customers__name" AS CHAR) ASC
LIMIT 10000
-- 1: "0.0005"

-- a number that a case chooses: cases/numbers/of-several-decimals/a-case-of-a-dimension.yml
SELECT
  "rows_of_query"."orders__shown_id" AS "orders__shown_id",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    CASE WHEN "orders".status = 'done' THEN CAST("orders".id AS DECIMAL(38, 2)) ELSE CAST("orders".id AS DECIMAL(18, 6)) * 0.000123 END AS "orders__shown_id",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__shown_id" IS NULL, "rows_of_query"."orders__shown_id" ASC
LIMIT 10000

-- a value of unknown type that a case chooses: cases/numbers/of-several-types/the-greatest-of-choices.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__greatest_choice" AS "orders__greatest_choice"
FROM (
  SELECT
    "totals"."orders__status" AS "orders__status",
    MAX(CASE WHEN CAST("values_of_query"."orders__currency" AS CHAR) = CAST(? AS CHAR) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS CHAR) = CAST(? AS CHAR) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END) AS "orders__greatest_choice"
  FROM (
    SELECT
      CAST("orders".status AS CHAR) AS "orders__status",
      COUNT(*) AS "orders__count",
      MIN(1e0 * "orders".amount) AS "orders__rough_least",
      SUM(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2))) AS "orders__exact_count"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
  LEFT JOIN (
    SELECT CAST(? AS CHAR) AS "orders__currency"
    UNION ALL
    SELECT CAST(? AS CHAR) AS "orders__currency"
    UNION ALL
    SELECT CAST(? AS CHAR) AS "orders__currency"
  ) AS "values_of_query"
    ON TRUE
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS CHAR) IS NULL, CAST("rows_of_query"."orders__status" AS CHAR) ASC
LIMIT 10000
-- 1: "USD"
-- 2: "EUR"
-- 3: "USD"
-- 4: "EUR"
-- 5: "GBP"

-- a measure of a masked number: cases/policies/masks/constants-of-measures.yml
SELECT
  "rows_of_query"."customers__name" AS "customers__name",
  "rows_of_query"."customers__flagged" AS "customers__flagged",
  "rows_of_query"."customers__count" AS "customers__count"
FROM (
  SELECT
    CAST("customers".name AS CHAR) AS "customers__name",
    COALESCE(MAX(NULL), CAST(? AS SIGNED)) AS "customers__flagged",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."customers__flagged" IS NULL, "rows_of_query"."customers__flagged" DESC, CAST("rows_of_query"."customers__name" AS CHAR) IS NULL, CAST("rows_of_query"."customers__name" AS CHAR) ASC
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  "rows_of_query"."customers__region" AS "customers__region",
  "rows_of_query"."customers__credit" AS "customers__credit"
FROM (
  SELECT
    "totals"."customers__region" AS "customers__region",
    CASE WHEN (CAST("totals"."customers__region" AS CHAR) = CAST(? AS CHAR)) THEN "totals"."customers__credit~own" ELSE "totals"."customers__credit~shape_customers_credit" END AS "customers__credit"
  FROM (
    SELECT
      CAST("customers".region AS CHAR) AS "customers__region",
      SUM("customers".credit) AS "customers__credit~own",
      MAX(NULL) AS "customers__credit~shape_customers_credit"
    FROM customers AS "customers"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__region" AS CHAR) IS NULL, CAST("rows_of_query"."customers__region" AS CHAR) ASC
LIMIT 10000
-- 1: "US"

-- nothing in place of a text: cases/policies/masks/nothing-without-a-mask.yml
SELECT
  "rows_of_query"."customers__secret_city" AS "customers__secret_city",
  "rows_of_query"."customers__count" AS "customers__count"
FROM (
  SELECT
    CAST(NULL AS CHAR) AS "customers__secret_city",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."customers__count" IS NULL, "rows_of_query"."customers__count" DESC, CAST("rows_of_query"."customers__secret_city" AS CHAR) IS NULL, CAST("rows_of_query"."customers__secret_city" AS CHAR) ASC
LIMIT 10000

-- a value within an address: cases/links/an-address-with-values-in-it.yml
SELECT
  "words".id AS "words__id",
  CAST(CAST(? AS CHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST("words".word AS CHAR), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(? AS CHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(? AS CHAR), '%09'), CAST(? AS CHAR), '%0A'), CAST(? AS CHAR), '%0D'), '.'), '..') || CAST(? AS CHAR) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST("words".id AS DECIMAL(38, 10)) AS CHAR))), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(? AS CHAR), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(? AS CHAR), '%09'), CAST(? AS CHAR), '%0A'), CAST(? AS CHAR), '%0D'), '.'), '..') || CAST(? AS CHAR) AS CHAR) AS "words__word___link_search_url"
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
