-- sum: cases/joins/the-base-of-an-extended-cube-stays-as-it-is.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof("customers".credit) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "customers".credit, CAST(NULL AS DECIMAL(1, 0)))) AS "customers__credit"
FROM customers AS "customers"
LIMIT 10000

-- count: cases/joins/a-calculation-starts-at-its-own-cube.yml
SELECT
  COUNT("orders".id) AS "customers__orders_of_customers"
FROM customers AS "customers"
LEFT JOIN orders AS "orders"
  ON "customers".id = "orders".customer_id
LIMIT 10000

-- every kind: cases/measures/every-kind-over-all-rows.yml
SELECT
  COUNT(*) AS "orders__count",
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total",
  CAST(SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS DOUBLE) / NULLIF(COUNT("orders".amount), 0) AS "orders__average",
  MIN("orders".amount) AS "orders__smallest",
  max_by("orders".amount, CASE WHEN "orders".amount IS NOT NULL THEN ROW(("orders".amount <> "orders".amount), "orders".amount) END) AS "orders__largest",
  COUNT(DISTINCT "orders".customer_id) AS "orders__buyers"
FROM orders AS "orders"
LIMIT 10000

-- least and greatest text: cases/measures/least-and-greatest-text.yml
SELECT
  MIN("scores".player) AS "scores__first_player",
  MAX("scores".player) AS "scores__last_player"
FROM scores AS "scores"
LIMIT 10000

-- least and greatest time: cases/measures/first-and-last-times-beside-others.yml
SELECT
  "parts"."orders__status" AS "orders__status",
  arbitrary("parts"."items__qty") AS "items__qty",
  arbitrary("parts"."orders__first") AS "orders__first",
  arbitrary("parts"."orders__last") AS "orders__last",
  arbitrary("parts"."orders__last_status") AS "orders__last_status"
FROM (
  SELECT
    "orders".status AS "orders__status",
    SUM(COALESCE(CASE WHEN typeof("items".qty) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "items".qty, CAST(NULL AS DECIMAL(1, 0)))) AS "items__qty",
    NULL AS "orders__first",
    NULL AS "orders__last",
    NULL AS "orders__last_status"
  FROM orders AS "orders"
  LEFT JOIN items AS "items"
    ON "orders".id = "items".order_id
  GROUP BY 1
  UNION ALL
  SELECT
    "orders".status AS "orders__status",
    NULL AS "items__qty",
    MIN("orders".created_at) AS "orders__first",
    MAX("orders".created_at) AS "orders__last",
    MAX("orders".status) AS "orders__last_status"
  FROM orders AS "orders"
  GROUP BY 1
) AS "parts"
GROUP BY 1
ORDER BY "orders__status" ASC NULLS LAST
LIMIT 10000

-- average: cases/join-hints/a-hint-multiplies-no-measure.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total",
  COUNT(*) AS "orders__count",
  CAST(SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS DOUBLE) / NULLIF(COUNT("orders".amount), 0) AS "orders__average"
FROM orders AS "orders"
LIMIT 10000

-- distinct values: cases/policies/rules/a-view-grants-what-the-cube-does-not.yml
SELECT
  COUNT(DISTINCT "customers".city) AS "people__cities"
FROM customers AS "customers"
WHERE (NOT ("customers".credit <= CAST(? AS BIGINT)))
  AND (NOT ("customers".credit <= CAST(? AS BIGINT)))
LIMIT 10000
-- 1: "60"
-- 2: "90"

-- distinct values, estimated: cases/measures/approximate-distinct-count.yml
SELECT
  "orders".status AS "orders__status",
  element_at(transform(ARRAY[CAST(COUNT(DISTINCT bitwise_right_shift(from_big_endian_64(to_ieee754_64(CAST(bitwise_right_shift(from_big_endian_64(xxhash64(to_utf8(CASE WHEN typeof("orders".customer_id) LIKE 'timestamp%zone' THEN NULLIF(format('%1$ts.%1$tN', "orders".customer_id), 'null.null') ELSE CAST("orders".customer_id AS VARCHAR) END))), 11) AS DOUBLE))), 40)) AS DOUBLE) / 4096], pairs -> CAST(round(4096 * CASE WHEN pairs < 3.5 THEN pairs * exp(pairs * (0.166670449 + pairs * (0.0177709529 + pairs * (0.00265084024 + pairs * (-0.000113541247 + pairs * (0.000254774499 - pairs * 0.000048390934)))))) ELSE 0.794023616 * pow(2, pairs) END) AS BIGINT)), 1) AS "orders__buyers_approx"
FROM orders AS "orders"
GROUP BY 1
ORDER BY "orders__buyers_approx" DESC NULLS LAST, "orders__status" ASC NULLS LAST
LIMIT 10000

-- of multiplied rows: cases/fan-out/every-kind-of-measure-of-a-multiplied-cube.yml
SELECT
  "parts"."items__product" AS "items__product",
  arbitrary("parts"."orders__count") AS "orders__count",
  arbitrary("parts"."orders__with_amount") AS "orders__with_amount",
  arbitrary("parts"."orders__total") AS "orders__total",
  arbitrary("parts"."orders__average") AS "orders__average",
  arbitrary("parts"."orders__smallest") AS "orders__smallest",
  arbitrary("parts"."orders__largest") AS "orders__largest",
  arbitrary("parts"."orders__buyers") AS "orders__buyers",
  arbitrary("parts"."orders__latest") AS "orders__latest",
  arbitrary("parts"."orders__any_big") AS "orders__any_big",
  arbitrary("parts"."orders__statuses") AS "orders__statuses"
FROM (
  SELECT
    "items".product AS "items__product",
    COUNT(DISTINCT "orders".id) AS "orders__count",
    COUNT(DISTINCT CASE WHEN "orders".amount IS NOT NULL THEN "orders".id END) AS "orders__with_amount",
    MIN("orders".amount) AS "orders__smallest",
    max_by("orders".amount, CASE WHEN "orders".amount IS NOT NULL THEN ROW(("orders".amount <> "orders".amount), "orders".amount) END) AS "orders__largest",
    COUNT(DISTINCT "orders".customer_id) AS "orders__buyers",
    NULL AS "orders__total",
    NULL AS "orders__average",
    NULL AS "orders__latest",
    NULL AS "orders__any_big",
    NULL AS "orders__statuses"
  FROM orders AS "orders"
  LEFT JOIN items AS "items"
    ON "orders".id = "items".order_id
  GROUP BY 1
  UNION ALL
  SELECT
    "keys"."items__product" AS "items__product",
    NULL AS "orders__count",
    NULL AS "orders__with_amount",
    NULL AS "orders__smallest",
    NULL AS "orders__largest",
    NULL AS "orders__buyers",
    SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS "orders__total",
    CAST(SUM(COALESCE(CASE WHEN typeof("orders".amount) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "orders".amount, CAST(NULL AS DECIMAL(1, 0)))) AS DOUBLE) / NULLIF(COUNT("orders".amount), 0) AS "orders__average",
    MAX("orders".created_at) AS "orders__latest",
    MAX("orders".amount) > 50 AS "orders__any_big",
    array_join(array_agg(DISTINCT "orders".status ORDER BY "orders".status), ',') AS "orders__statuses"
  FROM (
    SELECT
      "items".product AS "items__product",
      "orders".id AS "orders__id"
    FROM orders AS "orders"
    LEFT JOIN items AS "items"
      ON "orders".id = "items".order_id
    GROUP BY 1, 2
  ) AS "keys"
  LEFT JOIN orders AS "orders"
    ON "keys"."orders__id" = "orders".id
  GROUP BY 1
) AS "parts"
GROUP BY 1
ORDER BY "items__product" ASC NULLS LAST
LIMIT 10000

-- filtered: cases/measures/a-filter-on-columns-of-a-joined-cube/alone.yml
SELECT
  SUM(COALESCE(CASE WHEN typeof(CASE WHEN "orders".created_at < DATE '2024-02-01' THEN "items".qty END) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, CASE WHEN "orders".created_at < DATE '2024-02-01' THEN "items".qty END, CAST(NULL AS DECIMAL(1, 0)))) AS "items__qty_early"
FROM items AS "items"
LEFT JOIN orders AS "orders"
  ON "items".order_id = "orders".id
LIMIT 10000

-- average of what each row of a parent has: cases/sub-queries/sums-and-averages-of-child-sums.yml
SELECT
  CAST(SUM(COALESCE(CASE WHEN typeof("totals"."items__qty") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."items__qty", CAST(NULL AS DECIMAL(1, 0)))) AS DOUBLE) / NULLIF(COUNT("totals"."items__qty"), 0) AS "orders__avg_qty",
  SUM(COALESCE(CASE WHEN typeof("totals"."items__qty") = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "totals"."items__qty", CAST(NULL AS DECIMAL(1, 0)))) AS "orders__sum_qty"
FROM orders AS "orders"
LEFT JOIN (
  SELECT
    "orders".id AS "orders__id",
    SUM(COALESCE(CASE WHEN typeof("items".qty) = 'real' THEN fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE') END, "items".qty, CAST(NULL AS DECIMAL(1, 0)))) AS "items__qty"
  FROM orders AS "orders"
  LEFT JOIN items AS "items"
    ON "orders".id = "items".order_id
  GROUP BY 1
) AS "totals"
  ON "totals"."orders__id" = "orders".id
LIMIT 10000
