-- sum: cases/joins/the-base-of-an-extended-cube-stays-as-it-is.yml
SELECT
  SUM(`customers`.credit) AS `customers__credit`
FROM customers AS `customers`
LIMIT 10000

-- count: cases/joins/a-calculation-starts-at-its-own-cube.yml
SELECT
  COUNT(`orders`.id) AS `customers__orders_of_customers`
FROM customers AS `customers`
LEFT JOIN orders AS `orders`
  ON `customers`.id = `orders`.customer_id
LIMIT 10000

-- every kind: cases/measures/every-kind-over-all-rows.yml
SELECT
  COUNT(*) AS `orders__count`,
  SUM(`orders`.amount) AS `orders__total`,
  CAST(SUM(`orders`.amount) AS DOUBLE) / NULLIF(COUNT(`orders`.amount), 0) AS `orders__average`,
  MIN(`orders`.amount) AS `orders__smallest`,
  MAX(`orders`.amount) AS `orders__largest`,
  COUNT(DISTINCT `orders`.customer_id) AS `orders__buyers`
FROM orders AS `orders`
LIMIT 10000

-- least and greatest text: cases/measures/least-and-greatest-text.yml
SELECT
  MIN(CAST(`scores`.player AS STRING)) AS `scores__first_player`,
  MAX(CAST(`scores`.player AS STRING)) AS `scores__last_player`
FROM scores AS `scores`
LIMIT 10000

-- least and greatest time: cases/measures/first-and-last-times-beside-others.yml
SELECT
  `parts`.`orders__status` AS `orders__status`,
  MAX(`parts`.`items__qty`) AS `items__qty`,
  MAX(`parts`.`orders__first`) AS `orders__first`,
  MAX(`parts`.`orders__last`) AS `orders__last`,
  MAX(`parts`.`orders__last_status`) AS `orders__last_status`
FROM (
  SELECT
    CAST(`orders`.status AS STRING) AS `orders__status`,
    SUM(`items`.qty) AS `items__qty`,
    NULL AS `orders__first`,
    NULL AS `orders__last`,
    NULL AS `orders__last_status`
  FROM orders AS `orders`
  LEFT JOIN items AS `items`
    ON `orders`.id = `items`.order_id
  GROUP BY 1
  UNION ALL
  SELECT
    CAST(`orders`.status AS STRING) AS `orders__status`,
    NULL AS `items__qty`,
    MIN(`orders`.created_at) AS `orders__first`,
    MAX(`orders`.created_at) AS `orders__last`,
    MAX(CAST(`orders`.status AS STRING)) AS `orders__last_status`
  FROM orders AS `orders`
  GROUP BY 1
) AS `parts`
GROUP BY 1
ORDER BY `orders__status` ASC NULLS LAST
LIMIT 10000

-- average: cases/join-hints/a-hint-multiplies-no-measure.yml
SELECT
  SUM(`orders`.amount) AS `orders__total`,
  COUNT(*) AS `orders__count`,
  CAST(SUM(`orders`.amount) AS DOUBLE) / NULLIF(COUNT(`orders`.amount), 0) AS `orders__average`
FROM orders AS `orders`
LIMIT 10000

-- distinct values: cases/policies/rules/a-view-grants-what-the-cube-does-not.yml
SELECT
  COUNT(DISTINCT CAST(`customers`.city AS STRING)) AS `people__cities`
FROM customers AS `customers`
WHERE (`customers`.credit > CAST(:p1 AS BIGINT))
  AND (`customers`.credit > CAST(:p2 AS BIGINT))
LIMIT 10000
-- 1: "60"
-- 2: "90"

-- distinct values, estimated: cases/measures/approximate-distinct-count.yml
SELECT
  CAST(`orders`.status AS STRING) AS `orders__status`,
  approx_count_distinct(`orders`.customer_id, 0.01) AS `orders__buyers_approx`
FROM orders AS `orders`
GROUP BY 1
ORDER BY `orders__buyers_approx` DESC NULLS LAST, `orders__status` ASC NULLS LAST
LIMIT 10000

-- of multiplied rows: cases/fan-out/every-kind-of-measure-of-a-multiplied-cube.yml
SELECT
  `parts`.`items__product` AS `items__product`,
  MAX(`parts`.`orders__count`) AS `orders__count`,
  MAX(`parts`.`orders__with_amount`) AS `orders__with_amount`,
  MAX(`parts`.`orders__total`) AS `orders__total`,
  MAX(`parts`.`orders__average`) AS `orders__average`,
  MAX(`parts`.`orders__smallest`) AS `orders__smallest`,
  MAX(`parts`.`orders__largest`) AS `orders__largest`,
  MAX(`parts`.`orders__buyers`) AS `orders__buyers`,
  MAX(`parts`.`orders__latest`) AS `orders__latest`,
  MAX(`parts`.`orders__any_big`) AS `orders__any_big`,
  MAX(`parts`.`orders__statuses`) AS `orders__statuses`
FROM (
  SELECT
    CAST(`items`.product AS STRING) AS `items__product`,
    COUNT(DISTINCT `orders`.id) AS `orders__count`,
    COUNT(DISTINCT CASE WHEN `orders`.amount IS NOT NULL THEN `orders`.id END) AS `orders__with_amount`,
    MIN(`orders`.amount) AS `orders__smallest`,
    MAX(`orders`.amount) AS `orders__largest`,
    COUNT(DISTINCT `orders`.customer_id) AS `orders__buyers`,
    NULL AS `orders__total`,
    NULL AS `orders__average`,
    NULL AS `orders__latest`,
    NULL AS `orders__any_big`,
    NULL AS `orders__statuses`
  FROM orders AS `orders`
  LEFT JOIN items AS `items`
    ON `orders`.id = `items`.order_id
  GROUP BY 1
  UNION ALL
  SELECT
    `keys`.`items__product` AS `items__product`,
    NULL AS `orders__count`,
    NULL AS `orders__with_amount`,
    NULL AS `orders__smallest`,
    NULL AS `orders__largest`,
    NULL AS `orders__buyers`,
    SUM(`orders`.amount) AS `orders__total`,
    CAST(SUM(`orders`.amount) AS DOUBLE) / NULLIF(COUNT(`orders`.amount), 0) AS `orders__average`,
    MAX(`orders`.created_at) AS `orders__latest`,
    MAX(`orders`.amount) > 50 AS `orders__any_big`,
    string_agg(DISTINCT `orders`.status, ',' ORDER BY `orders`.status) AS `orders__statuses`
  FROM (
    SELECT
      CAST(`items`.product AS STRING) AS `items__product`,
      `orders`.id AS `orders__id`
    FROM orders AS `orders`
    LEFT JOIN items AS `items`
      ON `orders`.id = `items`.order_id
    GROUP BY 1, 2
  ) AS `keys`
  LEFT JOIN orders AS `orders`
    ON `keys`.`orders__id` = `orders`.id
  GROUP BY 1
) AS `parts`
GROUP BY 1
ORDER BY `items__product` ASC NULLS LAST
LIMIT 10000

-- filtered: cases/measures/a-filter-on-columns-of-a-joined-cube/alone.yml
SELECT
  SUM(CASE WHEN `orders`.created_at < '2024-02-01' THEN `items`.qty END) AS `items__qty_early`
FROM items AS `items`
LEFT JOIN orders AS `orders`
  ON `items`.order_id = `orders`.id
LIMIT 10000

-- average of what each row of a parent has: cases/sub-queries/sums-and-averages-of-child-sums.yml
SELECT
  CAST(SUM(`totals`.`items__qty`) AS DOUBLE) / NULLIF(COUNT(`totals`.`items__qty`), 0) AS `orders__avg_qty`,
  SUM(`totals`.`items__qty`) AS `orders__sum_qty`
FROM orders AS `orders`
LEFT JOIN (
  SELECT
    `orders`.id AS `orders__id`,
    SUM(`items`.qty) AS `items__qty`
  FROM orders AS `orders`
  LEFT JOIN items AS `items`
    ON `orders`.id = `items`.order_id
  GROUP BY 1
) AS `totals`
  ON `totals`.`orders__id` = `orders`.id
LIMIT 10000
