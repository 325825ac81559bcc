-- A shop: customers order products in line items; the weather belongs to nobody. Texts differ in case, blanks and marks;
-- times stand at the ends of days, months and years, and at clock changes of New York; every kind of value may be absent.
CREATE TABLE customers (
  id INTEGER, name VARCHAR, city VARCHAR, nation VARCHAR, segment VARCHAR, credit DECIMAL(12, 2), joined_at TIMESTAMP, is_active BOOLEAN
);
INSERT INTO customers VALUES
  (1, 'Ada', 'Rome', 'Italy', 'BUILDING', 100.50, '2022-12-31 23:59:59.999', true),
  (2, 'Bob', 'Oslo', 'Norway', 'MACHINERY', -20.25, '2023-01-01 00:00:00', false),
  (3, 'Cleo', 'Rome', 'Italy', 'BUILDING', NULL, '2023-02-28 12:00:00', NULL),
  (4, 'Dan', NULL, 'Peru', 'HOUSEHOLD', 0.00, '2024-02-29 08:30:00', true),
  (5, 'Émile', 'São Paulo', 'Brazil', 'AUTOMOBILE', 9999.99, '2023-07-14 15:45:30', true),
  (6, 'Flo', 'oslo', 'Norway', NULL, 42.00, NULL, false),
  (7, 'Gus', 'Lima', 'Peru', 'MACHINERY', 7.77, '2024-05-01 00:00:00', true);

CREATE TABLE products (id INTEGER, name VARCHAR, brand VARCHAR, category VARCHAR, price DECIMAL(10, 2), size INTEGER);
INSERT INTO products VALUES
  (1, 'forest green pen', 'Brand#12', 'PROMO', 2.50, 1),
  (2, 'ink', 'Brand#23', 'STANDARD', 7.25, 10),
  (3, 'PROMO box', 'Brand#12', 'PROMO', 19.99, 45),
  (4, 'Paper 100%', 'Brand#34', 'ECONOMY', 4.00, 23),
  (5, 'cap_a', 'Brand#23', 'ECONOMY', 12.00, NULL),
  (6, 'never sold', 'Brand#55', NULL, 1.00, 3);

CREATE TABLE orders (
  id INTEGER, customer_id INTEGER, status VARCHAR, priority VARCHAR, amount DECIMAL(12, 2), rate DOUBLE, created_at TIMESTAMP,
  shipped_at TIMESTAMP, is_paid BOOLEAN, note VARCHAR
);
INSERT INTO orders VALUES
  (1, 1, 'new', '1-URGENT', 10.50, 0.1, '2023-12-31 23:59:59.999500', '2024-01-02 08:00:00', true, 'special requests'),
  (2, 1, 'new', '5-LOW', 20.25, 0.25, '2024-01-01 00:00:00', NULL, false, NULL),
  (3, 2, 'shipped', '1-URGENT', 30.00, NULL, '2024-01-15 12:30:45.123', '2024-01-20 00:00:00', true, 'it''s 100% done'),
  (4, 2, 'shipped', '2-HIGH', 40.10, 1.5, '2024-01-31 23:59:59.999', '2024-02-01 00:00:00', NULL, 'a_b'),
  (5, 3, NULL, '3-MEDIUM', 50.00, -0.5, '2024-02-01 00:00:00', NULL, true, ''),
  (6, 3, 'New', '4-NOT', NULL, 0, '2024-02-29 12:00:00', '2024-02-29 12:00:00', false, ' padded '),
  (7, NULL, 'new', NULL, 5.00, 2, '2024-03-10 06:59:59', '2024-03-10 07:00:00', true, 'SPECIAL'),
  (8, 4, NULL, '5-LOW', -5.00, 0.1, NULL, NULL, NULL, 'back\slash'),
  (9, 5, 'returned', '1-URGENT', 1234.56, 3.25, '2024-03-31 22:30:00', '2024-04-02 10:15:00', false, 'naïve café'),
  (10, 5, 'shipped', '2-HIGH', 999.99, 1e-7, '2024-04-01 00:00:00', '2024-04-15 23:59:59', true, 'a%b'),
  (11, 5, 'shipped', '2-HIGH', 0.01, 100, '2024-04-15 08:00:00', '2024-05-01 00:00:00', true, NULL),
  (12, 4, 'new', '3-MEDIUM', 77.70, 0.7, '2024-05-14 23:59:59', NULL, false, 'line
break'),
  (13, 2, 'returned', '5-LOW', 12.00, 0.12, '2024-05-15 00:00:00', '2024-05-15 09:00:00', true, 'Special Requests'),
  (14, 1, 'shipped', '1-URGENT', 300.00, 0.3, '2024-05-15 09:30:00', '2024-05-16 09:30:00', true, '漢字'),
  (15, 7, 'new', '4-NOT', 15.15, NULL, '2023-07-04 10:00:00', '2023-07-05 10:00:00', NULL, NULL),
  (16, 99, 'new', '2-HIGH', 8.08, 0.08, '2024-11-03 05:30:00', '2024-11-03 06:30:00', false, 'nobody''s');

CREATE TABLE line_items (
  id INTEGER, order_id INTEGER, product_id INTEGER, quantity INTEGER, price DECIMAL(12, 2), discount DECIMAL(4, 2), tax DECIMAL(4, 2),
  return_flag VARCHAR, line_status VARCHAR, shipped_on TIMESTAMP, mode VARCHAR
);
INSERT INTO line_items VALUES
  (1, 1, 1, 3, 7.50, 0.05, 0.02, 'N', 'O', '2024-01-01 00:00:00', 'AIR'),
  (2, 1, 2, 1, 7.25, 0.00, 0.08, 'N', 'O', '2024-01-02 00:00:00', 'RAIL'),
  (3, 2, 1, 10, 25.00, 0.06, 0.00, 'A', 'F', '2024-01-03 00:00:00', 'SHIP'),
  (4, 3, 3, 1, 19.99, 0.07, 0.01, 'R', 'F', '2024-01-20 00:00:00', 'AIR'),
  (5, 3, 4, 25, 100.00, 0.10, 0.03, 'R', 'F', '2024-01-21 00:00:00', 'MAIL'),
  (6, 4, 3, 2, 39.98, 0.00, 0.04, 'A', 'F', '2024-02-01 00:00:00', 'AIR'),
  (7, 5, 5, 4, 48.00, 0.05, 0.05, 'N', 'O', NULL, 'TRUCK'),
  (8, 5, 2, NULL, NULL, NULL, NULL, NULL, 'O', NULL, NULL),
  (9, 6, 4, 7, 28.00, 0.02, 0.06, 'N', 'O', '2024-03-01 00:00:00', 'SHIP'),
  (10, 9, 3, 50, 999.50, 0.09, 0.07, 'R', 'F', '2024-04-02 00:00:00', 'RAIL'),
  (11, 9, 1, 24, 60.00, 0.06, 0.02, 'R', 'F', '2024-04-03 00:00:00', 'AIR'),
  (12, 10, 3, 49, 979.51, 0.05, 0.02, 'A', 'F', '2024-04-15 00:00:00', 'SHIP'),
  (13, 12, 2, 6, 43.50, 0.03, 0.01, 'N', 'O', NULL, 'MAIL'),
  (14, 13, 5, 1, 12.00, 0.00, 0.00, 'R', 'F', '2024-05-15 00:00:00', 'AIR REG'),
  (15, 14, 4, 30, 120.00, 0.08, 0.02, 'N', 'O', '2024-05-16 00:00:00', 'TRUCK'),
  (16, 14, 3, 9, 179.91, 0.06, 0.04, 'N', 'O', '2024-05-17 00:00:00', 'AIR'),
  (17, NULL, 1, 2, 5.00, 0.00, 0.00, 'N', 'O', '2024-05-18 00:00:00', 'AIR'),
  (18, 16, NULL, 5, 8.08, 0.01, 0.01, 'A', 'O', '2024-11-04 00:00:00', 'RAIL');

CREATE TABLE weather (measured_at TIMESTAMP, city VARCHAR, degrees DOUBLE, is_wet BOOLEAN);
INSERT INTO weather VALUES
  ('2024-01-01 06:00:00', 'Rome', 8.5, true), ('2024-01-01 18:00:00', 'Rome', 11.25, false), ('2024-01-01 12:00:00', 'Oslo', -6.5, NULL),
  ('2024-05-15 12:00:00', 'Lima', 19, true), (NULL, 'Oslo', NULL, false);
