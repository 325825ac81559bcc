-- The cubes and views of model.yml for PostgreSQL over tables.sql, which stand in the schema shop: a measure is a column of
-- the value that it aggregates, and numbers are doubles, so that PostgreSQL answers statements that aggregate them itself.
CREATE VIEW public.orders AS
SELECT id, customer_id, status, priority, amount::FLOAT8 AS amount, rate, created_at, shipped_at, is_paid, note,
  id AS count, amount::FLOAT8 AS total_amount, amount::FLOAT8 AS avg_amount, amount::FLOAT8 AS min_amount,
  amount::FLOAT8 AS max_amount, customer_id AS buyers, CASE WHEN is_paid THEN id END AS paid_count
FROM shop.orders;
CREATE VIEW public.customers AS
SELECT id, name, city, nation, segment, joined_at, is_active, credit::FLOAT8 AS credit_value, id AS count, credit::FLOAT8 AS credit
FROM shop.customers;
CREATE VIEW public.products AS
SELECT id, name, brand, category, price::FLOAT8 AS price, size, id AS count, price::FLOAT8 AS avg_price FROM shop.products;
CREATE VIEW public.weather AS
SELECT city, measured_at, degrees, is_wet, degrees AS warmest, degrees AS mean_degrees FROM shop.weather;
CREATE VIEW public.orders_view AS
SELECT o.id, o.status, o.priority, o.created_at, o.is_paid, o.id AS count, o.amount::FLOAT8 AS total_amount,
  o.amount::FLOAT8 AS avg_amount, o.customer_id AS buyers, c.city, c.nation
FROM shop.orders o LEFT JOIN shop.customers c ON c.id = o.customer_id;
CREATE VIEW public.customers_view AS
SELECT id AS count, credit::FLOAT8 AS credit, city, nation, segment, joined_at FROM shop.customers;
CREATE VIEW public.sales AS
SELECT l.id AS count, l.quantity, (l.price * (1 - l.discount))::FLOAT8 AS revenue, l.discount::FLOAT8 AS avg_discount, l.id,
  l.quantity AS quantity_value, l.price::FLOAT8 AS price, l.discount::FLOAT8 AS discount, l.tax::FLOAT8 AS tax, l.return_flag,
  l.line_status, l.shipped_on, l.mode, o.id AS orders_id, o.status AS orders_status, o.priority AS orders_priority,
  o.created_at AS orders_created_at, c.name AS customers_name, c.city AS customers_city, c.nation AS customers_nation,
  c.segment AS customers_segment, c.credit::FLOAT8 AS customers_credit_value, p.name AS products_name,
  p.brand AS products_brand, p.category AS products_category, p.price::FLOAT8 AS products_price, p.size AS products_size
FROM shop.line_items l LEFT JOIN shop.orders o ON o.id = l.order_id LEFT JOIN shop.customers c ON c.id = o.customer_id
LEFT JOIN shop.products p ON p.id = l.product_id;
