-- by one column: cases/joins/the-first-cube-is-the-root-when-paths-are-equally-long.yml
SELECT
  COUNT(*) AS "refunds__count",
  ifNull(uniqExactIf("customers".id + 0, (("customers".id + 0) IS NOT NULL)), 0) AS "customers__count"
FROM refunds AS "refunds"
LEFT JOIN customers AS "customers"
  ON "refunds".customer_id = "customers".id
LIMIT 10000

-- by several columns: cases/contract/a-composite-key-multiplied.yml
SELECT
  ifNull(uniqExactIf(tuple(CAST("lots".house AS String), CAST("lots".code AS String)), (CAST("lots".house AS String) IS NOT NULL) AND (CAST("lots".code AS String) IS NOT NULL)), 0) AS "lots__count"
FROM lots AS "lots"
LEFT JOIN moves AS "moves"
  ON "lots".house = "moves".house AND "lots".code = "moves".code
WHERE (CAST("moves".kind AS String) = CAST({p1:Nullable(String)} AS String))
LIMIT 10000
-- 1: "in"

-- two children of one parent: cases/fan-out/two-children-of-one-parent.yml
SELECT
  "rows_of_query"."customers_hub__name" AS "customers_hub__name",
  "rows_of_query"."orders__total" AS "orders__total",
  "rows_of_query"."refunds__total" AS "refunds__total"
FROM (
  SELECT
    "parts"."customers_hub__name" AS "customers_hub__name",
    MAX("parts"."orders__total") AS "orders__total",
    MAX("parts"."refunds__total") AS "refunds__total"
  FROM (
    SELECT
      CAST("customers_hub".name AS String) AS "customers_hub__name",
      plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
      NULL AS "refunds__total"
    FROM customers AS "customers_hub"
    LEFT JOIN orders AS "orders"
      ON "customers_hub".id = "orders".customer_id
    GROUP BY 1
    UNION ALL
    SELECT
      CAST("customers_hub".name AS String) AS "customers_hub__name",
      NULL AS "orders__total",
      plus(sum("refunds".amount), throwIf(ifNull((position(toTypeName(sum("refunds".amount)), 'Float') = 0) AND (sum("refunds".amount) <> sum("refunds".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "refunds__total"
    FROM customers AS "customers_hub"
    LEFT JOIN refunds AS "refunds"
      ON "customers_hub".id = "refunds".customer_id
    GROUP BY 1
  ) AS "parts"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."customers_hub__name" AS String) ASC NULLS LAST
LIMIT 10000

-- many to many: cases/contract/many-to-many-counts.yml
SELECT
  CAST("tags".name AS String) AS "tags__name",
  ifNull(uniqExactIf("posts".id + 0, (("posts".id + 0) IS NOT NULL)), 0) AS "posts__count"
FROM posts AS "posts"
LEFT JOIN post_tags AS "post_tags"
  ON "posts".id = "post_tags".post_id
LEFT JOIN tags AS "tags"
  ON "post_tags".tag_id = "tags".id
GROUP BY 1
LIMIT 10000

-- a filter on a child: cases/fan-out/a-filter-on-the-child-keeps-a-parent-once.yml
SELECT
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total"
FROM (
  SELECT
    "orders".id + 0 AS "orders__id"
  FROM orders AS "orders"
  LEFT JOIN items AS "items"
    ON "orders".id = "items".order_id
  WHERE (CAST("items".product AS String) = CAST({p1:Nullable(String)} AS String))
  GROUP BY 1
) AS "keys"
LEFT JOIN orders AS "orders"
  ON "keys"."orders__id" = ("orders".id + 0)
LIMIT 10000
-- 1: "pen"

-- facts of several cubes: cases/contract/multi-fact/by-city.yml
SELECT
  "parts"."v__city" AS "v__city",
  MAX("parts"."orders__count") AS "v__o_count",
  MAX("parts"."orders__total") AS "v__o_total",
  MAX("parts"."refunds__total") AS "v__r_total"
FROM (
  SELECT
    CAST("customers".city AS String) AS "v__city",
    COUNT(*) AS "orders__count",
    plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
    NULL AS "refunds__total"
  FROM orders AS "orders"
  LEFT JOIN customers AS "customers"
    ON "orders".customer_id = "customers".id
  GROUP BY 1
  UNION ALL
  SELECT
    CAST("customers".city AS String) AS "v__city",
    NULL AS "orders__count",
    NULL AS "orders__total",
    plus(sum("refunds".amount), throwIf(ifNull((position(toTypeName(sum("refunds".amount)), 'Float') = 0) AND (sum("refunds".amount) <> sum("refunds".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "refunds__total"
  FROM refunds AS "refunds"
  LEFT JOIN customers AS "customers"
    ON "refunds".customer_id = "customers".id
  GROUP BY 1
) AS "parts"
GROUP BY 1
LIMIT 10000

-- facts without a group: cases/facts/no-rows-of-one.yml
SELECT
  MAX("parts"."orders__count") AS "orders__count",
  MAX("parts"."refunds__total") AS "refunds__total"
FROM (
  SELECT
    COUNT(*) AS "orders__count",
    NULL AS "refunds__total"
  FROM orders AS "orders"
  WHERE (CAST("orders".status AS String) = CAST({p1:Nullable(String)} AS String))
  UNION ALL
  SELECT
    NULL AS "orders__count",
    plus(sum("refunds".amount), throwIf(ifNull((position(toTypeName(sum("refunds".amount)), 'Float') = 0) AND (sum("refunds".amount) <> sum("refunds".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "refunds__total"
  FROM refunds AS "refunds"
) AS "parts"
LIMIT 10000
-- 1: "nope"
