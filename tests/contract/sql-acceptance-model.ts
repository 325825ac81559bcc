/** The sample model of the contract with the rows of its acceptance cases: statuses new (3), shipped (2) and NULL (2). */
export const model = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users}.id", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: is_paid, sql: is_paid, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: total_amount, sql: amount, type: sum }
      - { name: avg_amount, sql: amount, type: avg }
    segments:
      - { name: completed, sql: "{CUBE}.status = 'shipped'" }
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
    measures:
      - { name: count, type: count }
  - name: weather
    sql_table: weather
    dimensions:
      - { name: city, sql: city, type: string }
`;

/** Its tables, in SQL that every data source takes. */
export const tables = `
CREATE TABLE orders (id INTEGER, user_id INTEGER, status VARCHAR, created_at TIMESTAMP, is_paid BOOLEAN, amount DECIMAL(10, 2));
INSERT INTO orders VALUES
  (1, 1, 'new', '2024-01-01 03:00:00', true, 10.50),
  (2, 1, 'new', '2024-01-05 10:15:20', false, 20.25),
  (3, 2, 'new', '2024-02-07 12:00:00', true, 5.25),
  (4, 2, 'shipped', '2024-02-10 00:00:00', true, 40.00),
  (5, 3, 'shipped', '2024-03-10 08:00:00', false, 1.00),
  (6, 3, NULL, '2024-05-14 22:30:00', true, 12.50),
  (7, NULL, NULL, '2024-05-15 09:30:00', NULL, 3.00);
CREATE TABLE users (id INTEGER, city VARCHAR);
INSERT INTO users VALUES (1, 'Rome'), (2, 'Oslo'), (3, 'Rome');
CREATE TABLE weather (city VARCHAR);
INSERT INTO weather VALUES ('Rome');
`;
