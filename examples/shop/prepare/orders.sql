CREATE TEMP TABLE store_lottery AS
SELECT id, city, row_number() OVER (ORDER BY id, ticket) - 1 AS ticket FROM stores, range(size) AS tickets(ticket);

CREATE TEMP TABLE baskets AS
WITH slots AS (
  SELECT day, known, epoch_ms(day::TIMESTAMP) + number AS key
  FROM known_customers, range(round(175000 * weight / (SELECT sum(weight) FROM days))::BIGINT) AS numbers(number)
), placed AS (
  SELECT
    *,
    chance(key, 50) < 0.42 AS is_online,
    -- Hours between 8 and 22, busiest in the afternoon; the online shop also sells at night.
    day::TIMESTAMP + to_seconds(floor(CASE
      WHEN chance(key, 50) < 0.42 THEN 86400 * (0.15 + 0.85 * sqrt(chance(key, 51)))
      ELSE 28800 + 50400 * (chance(key, 51) + chance(key, 52)) / 2 END)::BIGINT) AS created_at
  FROM slots
)
SELECT
  row_number() OVER (ORDER BY created_at, key) AS id,
  key,
  -- Early customers order most; guests and walk-ins leave no name.
  CASE WHEN chance(key, 53) < CASE WHEN is_online THEN 0.07 ELSE 0.18 END THEN NULL
       ELSE 1 + floor(known * pow(chance(key, 54), 1.4))::BIGINT END AS customer_id,
  is_online,
  CASE WHEN is_online THEN 100 ELSE store_lottery.id END AS store_id,
  created_at,
  getvariable('today') - day AS age_days
FROM placed
LEFT JOIN store_lottery ON store_lottery.ticket = floor(chance(key, 55) * (SELECT count(*) FROM store_lottery));

CREATE TABLE order_items AS
WITH lines AS (
  SELECT id AS order_id, key * 10 + line AS key, created_at, row_number() OVER (ORDER BY id, line) AS id
  FROM baskets, range(1 + floor(4.8 * pow(chance(key, 56), 2))::BIGINT) AS numbers(line)
), chosen AS (
  SELECT
    *,
    1 + (floor(1200 * pow(chance(key, 60), 1.7))::BIGINT * 769) % 1200 AS product_id,
    CASE
      WHEN month(created_at) = 11 AND day(created_at) BETWEEN 23 AND 30 THEN 0.2
      WHEN month(created_at) IN (1, 7) AND chance(key, 61) < 0.5 THEN 0.3
      WHEN chance(key, 61) < 0.1 THEN 0.1
      ELSE 0 END AS discount
  FROM lines
)
SELECT
  chosen.id,
  order_id,
  product_id,
  (1 + floor(4 * pow(chance(key, 62), 4)))::INTEGER AS quantity,
  round(list_price * (1 - discount), 2)::DECIMAL(10, 2) AS unit_price,
  unit_cost,
  round(discount, 2)::DECIMAL(3, 2) AS discount
FROM chosen
JOIN products ON products.id = product_id
ORDER BY chosen.id;

CREATE TABLE orders AS
WITH totals AS (
  SELECT order_id, sum(quantity * unit_price) AS goods FROM order_items GROUP BY order_id
), shipped AS (
  SELECT *, CASE WHEN is_online AND goods < 50 THEN 4.90 ELSE 0 END::DECIMAL(10, 2) AS shipping_fee
  FROM baskets JOIN totals ON order_id = id
)
SELECT
  id,
  customer_id,
  store_id,
  status,
  CASE WHEN chance(key, 57) < 0.02 THEN NULL
       WHEN is_online THEN pick(['card', 'card', 'card', 'wallet', 'wallet', 'transfer', 'voucher'], chance(key, 58))
       ELSE pick(['card', 'card', 'card', 'cash', 'cash', 'voucher'], chance(key, 58)) END AS payment_method,
  shipping_fee,
  (goods + shipping_fee)::DECIMAL(12, 2) AS total,
  created_at,
  CASE WHEN status <> 'completed' THEN NULL
       WHEN is_online THEN created_at + to_hours(20 + floor(100 * chance(key, 59))::BIGINT)
       ELSE created_at END AS completed_at
FROM (
  SELECT
    *,
    CASE WHEN chance(key, 49) < CASE WHEN is_online THEN 0.06 ELSE 0.01 END THEN 'cancelled'
         WHEN NOT is_online OR age_days > 6 THEN 'completed'
         WHEN age_days > 2 THEN 'shipped'
         ELSE 'processing' END AS status
  FROM shipped
)
ORDER BY id;
