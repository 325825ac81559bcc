/** A model with joins that fan out, NULLs on both sides, a view, hidden members and segments. */
export const model = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users}.id", relationship: many_to_one }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: mean, sql: amount, type: avg }
      - { name: least, sql: amount, type: min }
      - { name: most, sql: amount, type: max }
      - { name: people, sql: user_id, type: count_distinct }
      - { name: paid, type: count, filters: [{ sql: "{CUBE}.is_paid" }] }
      - { name: per_order, sql: "{total} / {count}", type: number }
      - { name: secret_total, sql: amount, type: sum, public: false }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: created_at, sql: created_at, type: time }
      - { name: is_paid, sql: is_paid, type: boolean }
      - { name: secret, sql: status, type: string, public: false }
    segments:
      - { name: large, sql: "{CUBE}.amount > 20" }
  - name: items
    sql_table: items
    joins:
      - { name: orders, sql: "{CUBE}.order_id = {orders}.id", relationship: many_to_one }
    measures:
      - { name: count, type: count }
      - { name: quantity, sql: quantity, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: product, sql: product, type: string }
  - name: users
    sql_table: users
    measures:
      - { name: count, type: count }
      - { name: age, sql: age, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city, sql: city, type: string }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [count, total, mean, people, status, created_at, is_paid, amount] }
      - { join_path: orders.users, includes: [city] }
`;

/** Tables with NULLs, times at the edges of days, an order without items, and an item without an order. */
export const setup: readonly string[] = [
  'CREATE TABLE users (id INTEGER, city VARCHAR, age INTEGER)',
  "INSERT INTO users VALUES (1, 'Rome', 30), (2, 'Oslo', 40), (3, NULL, 50), (4, 'Rome', NULL)",
  'CREATE TABLE orders (id INTEGER, user_id INTEGER, status VARCHAR, amount DECIMAL(10,2), created_at TIMESTAMP, is_paid BOOLEAN)',
  `INSERT INTO orders VALUES
    (1, 1, 'new', 10.50, '2024-01-05 10:00:00', true), (2, 1, 'new', 20.25, '2024-01-31 23:59:59.999500', false),
    (3, 2, 'shipped', 30.00, '2024-02-01 00:00:00', true), (4, 2, NULL, 40.10, '2024-04-10 08:00:00', NULL),
    (5, 3, 'New', 50.00, '2023-12-31 12:00:00', true), (6, 3, NULL, NULL, '2024-02-29 12:00:00', false),
    (7, NULL, 'it''s', 5.00, '2024-07-01 12:00:00', true), (8, 4, '100%_a', -5.00, NULL, NULL)`,
  'CREATE TABLE items (id INTEGER, order_id INTEGER, product VARCHAR, quantity INTEGER)',
  `INSERT INTO items VALUES (1, 1, 'pen', 1), (2, 1, 'ink', 2), (3, 2, 'pen', 3), (4, 3, 'pen', NULL),
    (5, 3, NULL, 5), (6, NULL, 'ink', 6), (7, 5, 'cap', 7), (8, 5, 'cap', 8)`,
];
