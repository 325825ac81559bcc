-- One visit behind every online order, and many that ended without one.
CREATE TABLE sessions AS
WITH visits AS (
  SELECT
    id AS order_id,
    customer_id,
    created_at - to_seconds(120 + floor(2400 * chance(id, 80))::BIGINT) AS started_at,
    id AS key
  FROM orders
  WHERE store_id = 100
  UNION ALL
  SELECT
    NULL,
    CASE WHEN chance(key, 81) < 0.62 THEN NULL ELSE 1 + floor(known * pow(chance(key, 82), 1.2))::BIGINT END,
    day::TIMESTAMP + to_seconds(floor(86400 * (0.12 + 0.88 * sqrt(chance(key, 83))))::BIGINT),
    key
  FROM (
    SELECT day, known, epoch_ms(day::TIMESTAMP) + number AS key
    FROM known_customers, range(round(310000 * weight / (SELECT sum(weight) FROM days))::BIGINT) AS numbers(number)
  )
)
SELECT
  row_number() OVER (ORDER BY started_at, key) AS id,
  customer_id,
  order_id,
  started_at,
  pick(['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet'], chance(key, 84)) AS device,
  CASE WHEN chance(key, 85) < 0.09 THEN NULL
       ELSE pick(['search', 'search', 'search', 'direct', 'direct', 'newsletter', 'social', 'social', 'partner'], chance(key, 86)) END AS source,
  (1 + CASE WHEN order_id IS NULL THEN 0 ELSE 4 END + floor(14 * pow(chance(key, 87), 3)))::INTEGER AS page_views,
  CASE WHEN chance(key, 88) < 0.25 AND order_id IS NULL THEN 0
       ELSE (15 + floor(1500 * pow(chance(key, 89), 2)))::INTEGER END AS duration_seconds
FROM visits
ORDER BY id;

-- `size` only steered the lottery.
ALTER TABLE stores DROP COLUMN size;
