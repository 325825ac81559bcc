-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  (SUM("orders".amount) - (0 - COUNT(*))) * CAST($1 AS BIGINT) AS "value"
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
    "orders".status AS "orders__status",
    CAST(SUM("orders".amount) AS DOUBLE PRECISION) / NULLIF(CAST(COUNT(*) AS DOUBLE PRECISION), 0) AS "each",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "each" DESC NULLS LAST, CAST("rows_of_query"."orders__status" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000

-- text in another letter case: cases/expressions/letters-of-any-language.yml
SELECT
  "rows_of_query"."letters__id" AS "letters__id",
  "rows_of_query"."small" AS "small",
  "rows_of_query"."large" AS "large"
FROM (
  SELECT
    "letters".id AS "letters__id",
    lower(replace(replace((CAST("letters".city AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')) AS "small",
    upper(CAST("letters".city AS TEXT) COLLATE "und-x-icu") AS "large"
  FROM letters AS "letters"
  GROUP BY 1, 2, 3
) AS "rows_of_query"
ORDER BY "letters__id" ASC NULLS LAST, CAST("rows_of_query"."small" AS TEXT) COLLATE "C" ASC NULLS LAST, CAST("rows_of_query"."large" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000

-- the length of a text: cases/expressions/text-functions.yml
SELECT
  "rows_of_query"."label" AS "label",
  "rows_of_query"."size" AS "size"
FROM (
  SELECT
    CAST(lower(replace(replace((CAST("customers".name AS TEXT) COLLATE "und-x-icu"), 'İ', 'i'), 'Σ', 'σ')) AS TEXT) || CAST(CAST($1 AS TEXT) AS TEXT) || CAST(COALESCE("customers".city, CAST($2 AS TEXT)) AS TEXT) AS "label",
    CHAR_LENGTH(CAST("customers".name AS TEXT)) AS "size"
  FROM customers AS "customers"
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."label" AS TEXT) COLLATE "C" ASC NULLS LAST, "size" ASC NULLS LAST
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
    "orders".status AS "orders__status",
    (SUM("orders".amount) + COUNT(*)) * CAST($1 AS BIGINT) AS "v",
    (COUNT(*) > CAST($2 AS BIGINT) OR COUNT(*) < CAST($3 AS BIGINT)) AND SUM("orders".amount) > CAST($4 AS BIGINT) AS "b"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "2"
-- 2: "3"
-- 3: "2"
-- 4: "20"

-- numbers as text: cases/geo/places.yml
SELECT
  "numbers".id AS "numbers__id",
  rtrim(rtrim(CAST(CAST("numbers".ratio AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.') || CAST($1 AS TEXT) || rtrim(rtrim(CAST(CAST(("numbers".small * 10) AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.') AS "numbers__place"
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
    "customers".name AS "customers__name",
    COALESCE(SUM(CAST("orders".amount AS DECIMAL(18, 2)) * 0.000123), SUM(CAST("orders".amount AS DECIMAL(12, 2))), CAST($1 AS NUMERIC)) AS "chosen"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers"
    ON "orders".customer_id = "customers".id
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS TEXT) COLLATE "C" ASC NULLS LAST
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
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__greatest_choice" AS "orders__greatest_choice"
FROM (
  SELECT
    "totals"."orders__status" AS "orders__status",
    MAX(CASE WHEN CAST("values_of_query"."orders__currency" AS TEXT) = CAST($1 AS TEXT) THEN "totals"."orders__count" WHEN CAST("values_of_query"."orders__currency" AS TEXT) = CAST($2 AS TEXT) THEN "totals"."orders__rough_least" ELSE "totals"."orders__exact_count" END) AS "orders__greatest_choice"
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
    SELECT CAST($3 AS TEXT) AS "orders__currency"
    UNION ALL
    SELECT CAST($4 AS TEXT) AS "orders__currency"
    UNION ALL
    SELECT CAST($5 AS TEXT) AS "orders__currency"
  ) AS "values_of_query"
    ON TRUE
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS TEXT) COLLATE "C" ASC NULLS LAST
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
    "customers".name AS "customers__name",
    COALESCE(MAX(CAST(NULL AS NUMERIC)), CAST($1 AS BIGINT)) AS "customers__flagged",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "customers__flagged" DESC NULLS LAST, CAST("rows_of_query"."customers__name" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  "rows_of_query"."customers__region" AS "customers__region",
  "rows_of_query"."customers__credit" AS "customers__credit"
FROM (
  SELECT
    "totals"."customers__region" AS "customers__region",
    CASE WHEN (CAST("totals"."customers__region" AS TEXT) = CAST($1 AS TEXT)) THEN "totals"."customers__credit~own" ELSE "totals"."customers__credit~shape_customers_credit" END AS "customers__credit"
  FROM (
    SELECT
      "customers".region AS "customers__region",
      SUM("customers".credit) AS "customers__credit~own",
      MAX(CAST(NULL AS NUMERIC)) AS "customers__credit~shape_customers_credit"
    FROM customers AS "customers"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__region" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000
-- 1: "US"

-- nothing in place of a text: cases/policies/masks/nothing-without-a-mask.yml
SELECT
  "rows_of_query"."customers__secret_city" AS "customers__secret_city",
  "rows_of_query"."customers__count" AS "customers__count"
FROM (
  SELECT
    CAST(NULL AS TEXT) AS "customers__secret_city",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "customers__count" DESC NULLS LAST, CAST("rows_of_query"."customers__secret_city" AS TEXT) COLLATE "C" ASC NULLS LAST
LIMIT 10000

-- a value within an address: cases/links/an-address-with-values-in-it.yml
SELECT
  "words".id AS "words__id",
  CAST($1 AS TEXT) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST("words".word AS TEXT), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST($2 AS TEXT), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST($3 AS TEXT), '%09'), CAST($4 AS TEXT), '%0A'), CAST($5 AS TEXT), '%0D'), '.'), '..') || CAST($6 AS TEXT) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(rtrim(rtrim(CAST(CAST("words".id AS DECIMAL(38, 10)) AS VARCHAR), '0'), '.'), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST($7 AS TEXT), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST($8 AS TEXT), '%09'), CAST($9 AS TEXT), '%0A'), CAST($10 AS TEXT), '%0D'), '.'), '..') || CAST($11 AS TEXT) AS "words__word___link_search_url"
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
