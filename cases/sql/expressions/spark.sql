-- numbers: cases/expressions/subtraction-negation-and-product.yml
SELECT
  element_at(transform(array(named_struct('n1', element_at(transform(array(named_struct('n1', SUM(`orders`.amount), 'n2', element_at(transform(array(named_struct('n1', 0, 'n2', COUNT(*))), v -> CASE WHEN typeof(v.n1 - v.n2) LIKE 'decimal(38,%' AND abs(CAST(v.n1 - v.n2 AS DOUBLE) - (CAST(v.n1 AS DOUBLE) - CAST(v.n2 AS DOUBLE))) > 2e-15 * (abs(CAST(v.n1 AS DOUBLE)) + abs(CAST(v.n2 AS DOUBLE))) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 - v.n2 END), 1))), v -> CASE WHEN typeof(v.n1 - v.n2) LIKE 'decimal(38,%' AND abs(CAST(v.n1 - v.n2 AS DOUBLE) - (CAST(v.n1 AS DOUBLE) - CAST(v.n2 AS DOUBLE))) > 2e-15 * (abs(CAST(v.n1 AS DOUBLE)) + abs(CAST(v.n2 AS DOUBLE))) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 - v.n2 END), 1), 'n2', CAST(:p1 AS BIGINT))), v -> CASE WHEN typeof(v.n1 * v.n2) LIKE 'decimal(38,%' AND abs(CAST(v.n1 * v.n2 AS DOUBLE) - (CAST(v.n1 AS DOUBLE) * CAST(v.n2 AS DOUBLE))) > 2e-15 * (abs(CAST(v.n1 AS DOUBLE)) * abs(CAST(v.n2 AS DOUBLE))) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 * v.n2 END), 1) AS `value`
FROM orders AS `orders`
LIMIT 10000
-- 1: "2"

-- division: cases/expressions/arithmetic-between-measures.yml
SELECT
  CAST(`orders`.status AS STRING) AS `orders__status`,
  CAST(SUM(`orders`.amount) AS DOUBLE) / NULLIF(CAST(COUNT(*) AS DOUBLE), 0) AS `each`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `each` DESC NULLS LAST, `orders__status` ASC NULLS LAST
LIMIT 10000

-- text in another letter case: cases/expressions/letters-of-any-language.yml
SELECT
  `letters`.id AS `letters__id`,
  LOWER(REPLACE(REPLACE(CAST(`letters`.city AS STRING), 'İ', 'i'), 'Σ', 'σ')) AS `small`,
  UPPER(CAST(`letters`.city AS STRING)) AS `large`
FROM letters AS `letters`
GROUP BY 1, 2, 3
ORDER BY `letters__id` ASC NULLS LAST, `small` ASC NULLS LAST, `large` ASC NULLS LAST
LIMIT 10000

-- the length of a text: cases/expressions/text-functions.yml
SELECT
  CAST(LOWER(REPLACE(REPLACE(CAST(`customers`.name AS STRING), 'İ', 'i'), 'Σ', 'σ')) AS STRING) || CAST(CAST(:p1 AS STRING) AS STRING) || CAST(COALESCE(CAST(`customers`.city AS STRING), CAST(:p2 AS STRING)) AS STRING) AS `label`,
  CHAR_LENGTH(CAST(`customers`.name AS STRING)) AS `size`
FROM customers AS `customers`
GROUP BY 1, 2
ORDER BY `label` ASC NULLS LAST, `size` ASC NULLS LAST
LIMIT 10000
-- 1: "-"
-- 2: "nowhere"

-- SQL of a statement: cases/sql-expressions/over-measures-with-their-parentheses.yml
SELECT
  CAST(`orders`.status AS STRING) AS `orders__status`,
  (SUM(`orders`.amount) + COUNT(*)) * CAST(:p1 AS BIGINT) AS `v`,
  (COUNT(*) > CAST(:p2 AS BIGINT) OR COUNT(*) < CAST(:p3 AS BIGINT)) AND SUM(`orders`.amount) > CAST(:p4 AS BIGINT) AS `b`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__status` ASC NULLS LAST
LIMIT 10000
-- 1: "2"
-- 2: "3"
-- 3: "2"
-- 4: "20"

-- numbers as text: cases/geo/places.yml
SELECT
  `numbers`.id AS `numbers__id`,
  CAST(TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(`numbers`.ratio AS DECIMAL(38, 10)) AS STRING))) || CAST(:p1 AS STRING) || TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST((`numbers`.small * 10) AS DECIMAL(38, 10)) AS STRING))) AS STRING) AS `numbers__place`
FROM numbers AS `numbers`
GROUP BY 1, 2
LIMIT 10000
-- 1: ","

-- the first number that is present: cases/numbers/of-several-decimals/the-first-that-is-present.yml
SELECT
  CAST(`customers`.name AS STRING) AS `customers__name`,
  element_at(transform(array(named_struct('n1', COALESCE(SUM(CAST(`orders`.amount AS DECIMAL(18, 2)) * 0.000123), SUM(CAST(`orders`.amount AS DECIMAL(12, 2))), CAST(:p1 AS DECIMAL(4, 4))), 'n2', COALESCE(CAST(SUM(CAST(`orders`.amount AS DECIMAL(18, 2)) * 0.000123) AS DOUBLE), CAST(SUM(CAST(`orders`.amount AS DECIMAL(12, 2))) AS DOUBLE), CAST(CAST(:p2 AS DECIMAL(4, 4)) AS DOUBLE)))), v -> CASE WHEN typeof(v.n1) LIKE 'decimal(38,%' AND abs(CAST(v.n1 AS DOUBLE) - (v.n2)) > 2e-15 * (abs(v.n2)) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 END), 1) AS `chosen`
FROM orders AS `orders`
LEFT JOIN customers AS `customers`
  ON `orders`.customer_id = `customers`.id
GROUP BY 1
ORDER BY `customers__name` ASC NULLS LAST
LIMIT 10000
-- 1: "0.0005"
-- 2: "0.0005"

-- a number that a case chooses: cases/numbers/of-several-decimals/a-case-of-a-dimension.yml
SELECT
  element_at(transform(array(named_struct('n1', CASE WHEN `orders`.status = 'done' THEN CAST(`orders`.id AS DECIMAL(38, 2)) ELSE CAST(`orders`.id AS DECIMAL(18, 6)) * 0.000123 END, 'n2', CASE WHEN `orders`.status = 'done' THEN CAST(CAST(`orders`.id AS DECIMAL(38, 2)) AS DOUBLE) ELSE CAST(CAST(`orders`.id AS DECIMAL(18, 6)) * 0.000123 AS DOUBLE) END)), v -> CASE WHEN typeof(v.n1) LIKE 'decimal(38,%' AND abs(CAST(v.n1 AS DOUBLE) - (v.n2)) > 2e-15 * (abs(v.n2)) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 END), 1) AS `orders__shown_id`,
  COUNT(*) AS `orders__count`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__shown_id` ASC NULLS LAST
LIMIT 10000

-- a value of unknown type that a case chooses: cases/numbers/of-several-types/the-greatest-of-choices.yml
SELECT
  `totals`.`orders__status` AS `orders__status`,
  MAX(CASE WHEN CAST(`values_of_query`.`orders__currency` AS STRING) = CAST(:p1 AS STRING) THEN `totals`.`orders__count` WHEN CAST(`values_of_query`.`orders__currency` AS STRING) = CAST(:p2 AS STRING) THEN `totals`.`orders__rough_least` ELSE `totals`.`orders__exact_count` END) AS `orders__greatest_choice`
FROM (
  SELECT
    CAST(`orders`.status AS STRING) AS `orders__status`,
    COUNT(*) AS `orders__count`,
    MIN(1e0 * `orders`.amount) AS `orders__rough_least`,
    SUM(CAST(`orders`.id - `orders`.id + 1 AS DECIMAL(12, 2))) AS `orders__exact_count`
  FROM orders AS `orders`
  GROUP BY 1
) AS `totals`
LEFT JOIN (
  SELECT CAST(:p3 AS STRING) AS `orders__currency`
  UNION ALL
  SELECT CAST(:p4 AS STRING) AS `orders__currency`
  UNION ALL
  SELECT CAST(:p5 AS STRING) AS `orders__currency`
) AS `values_of_query`
  ON TRUE
GROUP BY 1
ORDER BY `orders__status` ASC NULLS LAST
LIMIT 10000
-- 1: "USD"
-- 2: "EUR"
-- 3: "USD"
-- 4: "EUR"
-- 5: "GBP"

-- a measure of a masked number: cases/policies/masks/constants-of-measures.yml
SELECT
  CAST(`customers`.name AS STRING) AS `customers__name`,
  COALESCE(MAX(NULL), CAST(:p1 AS BIGINT)) AS `customers__flagged`,
  COUNT(*) AS `customers__count`
FROM customers AS `customers`
GROUP BY 1
ORDER BY `customers__flagged` DESC NULLS LAST, `customers__name` ASC NULLS LAST
LIMIT 10000
-- 1: "7"

-- a mask on some rows: cases/policies/masks/a-measure-by-what-it-depends-on.yml
SELECT
  `totals`.`customers__region` AS `customers__region`,
  element_at(transform(array(named_struct('n1', CASE WHEN (CAST(`totals`.`customers__region` AS STRING) = CAST(:p1 AS STRING)) THEN `totals`.`customers__credit~own` ELSE `totals`.`customers__credit~shape_customers_credit` END, 'n2', CASE WHEN (CAST(`totals`.`customers__region` AS STRING) = CAST(:p2 AS STRING)) THEN CAST(`totals`.`customers__credit~own` AS DOUBLE) ELSE CAST(`totals`.`customers__credit~shape_customers_credit` AS DOUBLE) END)), v -> CASE WHEN typeof(v.n1) LIKE 'decimal(38,%' AND abs(CAST(v.n1 AS DOUBLE) - (v.n2)) > 2e-15 * (abs(v.n2)) THEN raise_error('a number has more decimals than its type: CAST a part AS DOUBLE') ELSE v.n1 END), 1) AS `customers__credit`
FROM (
  SELECT
    CAST(`customers`.region AS STRING) AS `customers__region`,
    SUM(`customers`.credit) AS `customers__credit~own`,
    MAX(NULL) AS `customers__credit~shape_customers_credit`
  FROM customers AS `customers`
  GROUP BY 1
) AS `totals`
ORDER BY `customers__region` ASC NULLS LAST
LIMIT 10000
-- 1: "US"
-- 2: "US"

-- nothing in place of a text: cases/policies/masks/nothing-without-a-mask.yml
SELECT
  CAST(NULL AS STRING) AS `customers__secret_city`,
  COUNT(*) AS `customers__count`
FROM customers AS `customers`
GROUP BY 1
ORDER BY `customers__count` DESC NULLS LAST, `customers__secret_city` ASC NULLS LAST
LIMIT 10000

-- a value within an address: cases/links/an-address-with-values-in-it.yml
SELECT
  `words`.id AS `words__id`,
  CAST(CAST(:p1 AS STRING) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(CAST(`words`.word AS STRING), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), char(39), '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(:p2 AS STRING), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(:p3 AS STRING), '%09'), CAST(:p4 AS STRING), '%0A'), CAST(:p5 AS STRING), '%0D'), '.'), '..') || CAST(:p6 AS STRING) || NULLIF(NULLIF(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(`words`.id AS DECIMAL(38, 10)) AS STRING))), '%', '%25'), '!', '%21'), '"', '%22'), '#', '%23'), '$', '%24'), '&', '%26'), char(39), '%27'), '(', '%28'), ')', '%29'), '*', '%2A'), '+', '%2B'), ',', '%2C'), '/', '%2F'), ':', '%3A'), ';', '%3B'), '<', '%3C'), '=', '%3D'), '>', '%3E'), '?', '%3F'), '@', '%40'), '[', '%5B'), CAST(:p7 AS STRING), '%5C'), ']', '%5D'), '^', '%5E'), '`', '%60'), '{', '%7B'), '|', '%7C'), '}', '%7D'), ' ', '%20'), CAST(:p8 AS STRING), '%09'), CAST(:p9 AS STRING), '%0A'), CAST(:p10 AS STRING), '%0D'), '.'), '..') || CAST(:p11 AS STRING) AS STRING) AS `words__word___link_search_url`
FROM words AS `words`
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
