-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  arrayMap(v -> plus(v.1 * v.2, throwIf(ifNull(abs(toFloat64(v.1 * v.2) - (toFloat64(v.1) * toFloat64(v.2))) > 1e-9 * (abs(toFloat64(v.1) * toFloat64(v.2))), 0), 'a number does not fit 76 digits')), [((arrayMap(v -> plus(v.1 - v.2, throwIf(ifNull(abs(toFloat64(v.1 - v.2) - (toFloat64(v.1) - toFloat64(v.2))) > 1e-9 * (abs(toFloat64(v.1)) + abs(toFloat64(v.2))), 0), 'a number does not fit 76 digits')), [(plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) * toDecimal256(1, 0), (arrayMap(v -> plus(v.1 - v.2, throwIf(ifNull(abs(toFloat64(v.1 - v.2) - (toFloat64(v.1) - toFloat64(v.2))) > 1e-9 * (abs(toFloat64(v.1)) + abs(toFloat64(v.2))), 0), 'a number does not fit 76 digits')), [(0 * toDecimal256(1, 0), COUNT(*) * toDecimal256(1, 0))])[1]) * toDecimal256(1, 0))])[1]) * toDecimal256(1, 0), CAST({p1:Nullable(String)} AS Int64) * toDecimal256(1, 0))])[1] AS "value"
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
    CAST("orders".status AS String) AS "orders__status",
    CAST(plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS Float64) / NULLIF(CAST(COUNT(*) AS Float64), 0) AS "each",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "each" DESC NULLS LAST, CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- text in another letter case: cases/expressions/letters-of-any-language.yml
SELECT
  "rows_of_query"."letters__id" AS "letters__id",
  "rows_of_query"."small" AS "small",
  "rows_of_query"."large" AS "large"
FROM (
  SELECT
    "letters".id + 0 AS "letters__id",
    lowerUTF8(replace(replace(CAST("letters".city AS String), 'İ', 'i'), 'Σ', 'σ')) AS "small",
    upperUTF8(CAST("letters".city AS String)) AS "large"
  FROM letters AS "letters"
  GROUP BY 1, 2, 3
) AS "rows_of_query"
ORDER BY "letters__id" ASC NULLS LAST, CAST("rows_of_query"."small" AS String) ASC NULLS LAST, CAST("rows_of_query"."large" AS String) ASC NULLS LAST
LIMIT 10000

-- the length of a text: cases/expressions/text-functions.yml
SELECT
  "rows_of_query"."label" AS "label",
  "rows_of_query"."size" AS "size"
FROM (
  SELECT
    CAST(lowerUTF8(replace(replace(CAST("customers".name AS String), 'İ', 'i'), 'Σ', 'σ')) AS String) || CAST(CAST({p1:Nullable(String)} AS String) AS String) || CAST(COALESCE(CAST("customers".city AS String), CAST({p2:Nullable(String)} AS String)) AS String) AS "label",
    CHAR_LENGTH(CAST("customers".name AS String)) AS "size"
  FROM customers AS "customers"
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."label" AS String) ASC NULLS LAST, "size" ASC NULLS LAST
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
    CAST("orders".status AS String) AS "orders__status",
    (plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) + COUNT(*)) * CAST({p1:Nullable(String)} AS Int64) AS "v",
    (COUNT(*) > CAST({p2:Nullable(String)} AS Int64) OR COUNT(*) < CAST({p3:Nullable(String)} AS Int64)) AND plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) > CAST({p4:Nullable(String)} AS Int64) AS "b"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "2"
-- 2: "3"
-- 3: "2"
-- 4: "20"

-- numbers as text: cases/geo/places.yml
SELECT
  "numbers".id + 0 AS "numbers__id",
  CAST(toString(round(toDecimal256(toString("numbers".ratio), 20), 10)) || CAST({p1:Nullable(String)} AS String) || toString(round(toDecimal256(toString(("numbers".small * 10)), 20), 10)) AS String) AS "numbers__place"
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
    CAST("customers".name AS String) AS "customers__name",
    arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2, v.2.3)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN plus(sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)), throwIf(ifNull((position(toTypeName(sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6))), 'Float') = 0) AND (sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)) <> sum((CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)) * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) IS NOT NULL THEN [(plus(sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)), throwIf(ifNull((position(toTypeName(sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6))), 'Float') = 0) AND (sum(CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)) <> sum((CAST("orders".amount AS DECIMAL(18, 2)) * toDecimal64('0.000123', 6)) * toDecimal256(1, 0))), 0), 'a sum does not fit its type')), NULL, NULL)] WHEN plus(sum(CAST("orders".amount AS DECIMAL(12, 2))), throwIf(ifNull((position(toTypeName(sum(CAST("orders".amount AS DECIMAL(12, 2)))), 'Float') = 0) AND (sum(CAST("orders".amount AS DECIMAL(12, 2))) <> sum(CAST("orders".amount AS DECIMAL(12, 2)) * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) IS NOT NULL THEN [(NULL, plus(sum(CAST("orders".amount AS DECIMAL(12, 2))), throwIf(ifNull((position(toTypeName(sum(CAST("orders".amount AS DECIMAL(12, 2)))), 'Float') = 0) AND (sum(CAST("orders".amount AS DECIMAL(12, 2))) <> sum(CAST("orders".amount AS DECIMAL(12, 2)) * toDecimal256(1, 0))), 0), 'a sum does not fit its type')), NULL)] ELSE [(NULL, NULL, CAST({p1:Nullable(String)} AS Decimal(76, 4)))] END))[1] AS "chosen"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers"
    ON "orders".customer_id = "customers".id
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__name" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "0.0005"

-- a number that a case chooses: cases/numbers/of-several-decimals/a-case-of-a-dimension.yml
SELECT
  arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN "orders".status = 'done' THEN [(CAST("orders".id AS DECIMAL(38, 2)), NULL)] ELSE [(NULL, CAST("orders".id AS DECIMAL(18, 6)) * toDecimal64('0.000123', 6))] END))[1] + 0 AS "orders__shown_id",
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
    MAX(arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2, v.2.3)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN CAST("values_of_query"."orders__currency" AS String) = CAST({p1:Nullable(String)} AS String) THEN [("totals"."orders__count", NULL, NULL)] WHEN CAST("values_of_query"."orders__currency" AS String) = CAST({p2:Nullable(String)} AS String) THEN [(NULL, "totals"."orders__rough_least", NULL)] ELSE [(NULL, NULL, "totals"."orders__exact_count")] END))[1]) AS "orders__greatest_choice"
  FROM (
    SELECT
      CAST("orders".status AS String) AS "orders__status",
      COUNT(*) AS "orders__count",
      MIN(1e0 * "orders".amount) AS "orders__rough_least",
      plus(sum(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2))), throwIf(ifNull((position(toTypeName(sum(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2)))), 'Float') = 0) AND (sum(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2))) <> sum(CAST("orders".id - "orders".id + 1 AS DECIMAL(12, 2)) * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__exact_count"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "totals"
  LEFT JOIN (
    SELECT CAST({p3:Nullable(String)} AS String) AS "orders__currency"
    UNION ALL
    SELECT CAST({p4:Nullable(String)} AS String) AS "orders__currency"
    UNION ALL
    SELECT CAST({p5:Nullable(String)} AS String) AS "orders__currency"
  ) AS "values_of_query"
    ON TRUE
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
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
    CAST("customers".name AS String) AS "customers__name",
    COALESCE(MAX(NULL), CAST({p1:Nullable(String)} AS Int64)) AS "customers__flagged",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "customers__flagged" DESC NULLS LAST, CAST("rows_of_query"."customers__name" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  "rows_of_query"."customers__region" AS "customers__region",
  "rows_of_query"."customers__credit" AS "customers__credit"
FROM (
  SELECT
    "totals"."customers__region" AS "customers__region",
    arrayMap(v -> if(throwIf([CAST(v.1, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))] <> [CAST(v.2, if(position(toTypeName(v.2), 'Decimal') > 0, toTypeName(v.1), replaceRegexpAll(toTypeName(v.1), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', 'Float64')))], 'a number does not fit the type of other branches'), NULL, coalesce(v.2.1, v.2.2)), arrayMap(v -> (v, CAST(CAST(v, if(position(toTypeName(v), 'Decimal') > 0 AND position(toTypeName(v), 'Float') = 0, replaceRegexpAll(toTypeName(v), 'U?Int(128|256)', 'String'), toTypeName(v))), replaceRegexpAll(toTypeName(v), 'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+', multiIf(position(toTypeName(v), 'Float') > 0, 'Float64', position(toTypeName(v), 'Decimal') > 0, concat('Decimal(76, ', toString(arrayMax(CAST(extractAll(toTypeName(v), 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)'))), ')'), concat(if(match(toTypeName(v), '[^U]Int'), 'Int', 'UInt'), toString(greatest(64, arrayMax(CAST(extractAll(toTypeName(v), 'Int(\\d+)'), 'Array(UInt16)'))))))))), CASE WHEN (CAST("totals"."customers__region" AS String) = CAST({p1:Nullable(String)} AS String)) THEN [("totals"."customers__credit~own", NULL)] ELSE [(NULL, "totals"."customers__credit~shape_customers_credit")] END))[1] AS "customers__credit"
  FROM (
    SELECT
      CAST("customers".region AS String) AS "customers__region",
      plus(sum("customers".credit), throwIf(ifNull((position(toTypeName(sum("customers".credit)), 'Float') = 0) AND (sum("customers".credit) <> sum("customers".credit * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "customers__credit~own",
      MAX(NULL) AS "customers__credit~shape_customers_credit"
    FROM customers AS "customers"
    GROUP BY 1
  ) AS "totals"
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers__region" AS String) ASC NULLS LAST
LIMIT 10000
-- 1: "US"

-- nothing in place of a text: cases/policies/masks/nothing-without-a-mask.yml
SELECT
  "rows_of_query"."customers__secret_city" AS "customers__secret_city",
  "rows_of_query"."customers__count" AS "customers__count"
FROM (
  SELECT
    CAST(NULL AS String) AS "customers__secret_city",
    COUNT(*) AS "customers__count"
  FROM customers AS "customers"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "customers__count" DESC NULLS LAST, CAST("rows_of_query"."customers__secret_city" AS String) ASC NULLS LAST
LIMIT 10000

-- a value within an address: cases/links/an-address-with-values-in-it.yml
SELECT
  "words".id + 0 AS "words__id",
  CAST(CAST({p1:Nullable(String)} AS String) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST("words".word AS String), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST({p2:Nullable(String)} AS String), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST({p3:Nullable(String)} AS String), '%09'), CAST({p4:Nullable(String)} AS String), '%0A'), CAST({p5:Nullable(String)} AS String), '%0D'), '.'), '..') || CAST({p6:Nullable(String)} AS String) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(toString(round(toDecimal256(toString("words".id), 20), 10)), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), '''', '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST({p7:Nullable(String)} AS String), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST({p8:Nullable(String)} AS String), '%09'), CAST({p9:Nullable(String)} AS String), '%0A'), CAST({p10:Nullable(String)} AS String), '%0D'), '.'), '..') || CAST({p11:Nullable(String)} AS String) AS String) AS "words__word___link_search_url"
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
