-- by one column: cases/joins/the-first-cube-is-the-root-when-paths-are-equally-long.yml
SELECT
  COUNT(*) AS `refunds__count`,
  COUNT(DISTINCT `customers`.id) AS `customers__count`
FROM refunds AS `refunds`
LEFT JOIN customers AS `customers`
  ON `refunds`.customer_id = `customers`.id
LIMIT 10000

-- by several columns: cases/contract/a-composite-key-multiplied.yml
SELECT
  COUNT(DISTINCT CAST(`lots`.house AS STRING), CAST(`lots`.code AS STRING)) AS `lots__count`
FROM lots AS `lots`
LEFT JOIN moves AS `moves`
  ON `lots`.house = `moves`.house AND `lots`.code = `moves`.code
WHERE (CAST(`moves`.kind AS STRING) = CAST(:p1 AS STRING))
LIMIT 10000
-- 1: "in"

-- two children of one parent: cases/fan-out/two-children-of-one-parent.yml
SELECT
  `parts`.`customers_hub__name` AS `customers_hub__name`,
  MAX(`parts`.`orders__total`) AS `orders__total`,
  MAX(`parts`.`refunds__total`) AS `refunds__total`
FROM (
  SELECT
    CAST(`customers_hub`.name AS STRING) AS `customers_hub__name`,
    SUM(`orders`.amount) AS `orders__total`,
    NULL AS `refunds__total`
  FROM customers AS `customers_hub`
  LEFT JOIN orders AS `orders`
    ON `customers_hub`.id = `orders`.customer_id
  GROUP BY 1
  UNION ALL
  SELECT
    CAST(`customers_hub`.name AS STRING) AS `customers_hub__name`,
    NULL AS `orders__total`,
    SUM(`refunds`.amount) AS `refunds__total`
  FROM customers AS `customers_hub`
  LEFT JOIN refunds AS `refunds`
    ON `customers_hub`.id = `refunds`.customer_id
  GROUP BY 1
) AS `parts`
GROUP BY 1
ORDER BY `customers_hub__name` ASC NULLS LAST
LIMIT 10000

-- many to many: cases/contract/many-to-many-counts.yml
SELECT
  CAST(`tags`.name AS STRING) AS `tags__name`,
  COUNT(DISTINCT `posts`.id) AS `posts__count`
FROM posts AS `posts`
LEFT JOIN post_tags AS `post_tags`
  ON `posts`.id = `post_tags`.post_id
LEFT JOIN tags AS `tags`
  ON `post_tags`.tag_id = `tags`.id
GROUP BY 1
LIMIT 10000

-- a filter on a child: cases/fan-out/a-filter-on-the-child-keeps-a-parent-once.yml
SELECT
  SUM(`orders`.amount) AS `orders__total`
FROM (
  SELECT
    `orders`.id AS `orders__id`
  FROM orders AS `orders`
  LEFT JOIN items AS `items`
    ON `orders`.id = `items`.order_id
  WHERE (CAST(`items`.product AS STRING) = CAST(:p1 AS STRING))
  GROUP BY 1
) AS `keys`
LEFT JOIN orders AS `orders`
  ON `keys`.`orders__id` = `orders`.id
LIMIT 10000
-- 1: "pen"

-- facts of several cubes: cases/contract/multi-fact/by-city.yml
SELECT
  `parts`.`v__city` AS `v__city`,
  MAX(`parts`.`orders__count`) AS `v__o_count`,
  MAX(`parts`.`orders__total`) AS `v__o_total`,
  MAX(`parts`.`refunds__total`) AS `v__r_total`
FROM (
  SELECT
    CAST(`customers`.city AS STRING) AS `v__city`,
    COUNT(*) AS `orders__count`,
    SUM(`orders`.amount) AS `orders__total`,
    NULL AS `refunds__total`
  FROM orders AS `orders`
  LEFT JOIN customers AS `customers`
    ON `orders`.customer_id = `customers`.id
  GROUP BY 1
  UNION ALL
  SELECT
    CAST(`customers`.city AS STRING) AS `v__city`,
    NULL AS `orders__count`,
    NULL AS `orders__total`,
    SUM(`refunds`.amount) AS `refunds__total`
  FROM refunds AS `refunds`
  LEFT JOIN customers AS `customers`
    ON `refunds`.customer_id = `customers`.id
  GROUP BY 1
) AS `parts`
GROUP BY 1
LIMIT 10000

-- facts without a group: cases/facts/no-rows-of-one.yml
SELECT
  MAX(`parts`.`orders__count`) AS `orders__count`,
  MAX(`parts`.`refunds__total`) AS `refunds__total`
FROM (
  SELECT
    COUNT(*) AS `orders__count`,
    NULL AS `refunds__total`
  FROM orders AS `orders`
  WHERE (CAST(`orders`.status AS STRING) = CAST(:p1 AS STRING))
  UNION ALL
  SELECT
    NULL AS `orders__count`,
    SUM(`refunds`.amount) AS `refunds__total`
  FROM refunds AS `refunds`
) AS `parts`
LIMIT 10000
-- 1: "nope"
