WITH orders (customer, kind, amount, year) AS (VALUES
  ('Ana', 'shop', 100, 2022), ('Ana', 'shop', 60, 2023), ('Ana', 'web', 30, 2023), ('Ana', 'shop', 80, 2024),
  ('Ben', 'web', 10, 2022), ('Ben', 'web', 20, 2023), ('Ben', 'shop', 15, 2024), ('Cai', 'shop', 30, 2024)
), changes (customer, year, change) AS (VALUES
  ('Ana', 2022, 'New'), ('Ben', 2022, 'New'), ('Ana', 2023, 'Down'), ('Ben', 2023, 'Up'),
  ('Ana', 2024, 'Down'), ('Ben', 2024, 'Down'), ('Cai', 2024, 'New'),
  ('Ana', 2025, 'Down'), ('Ben', 2025, 'Down'), ('Cai', 2025, 'Down')
)
SELECT change, make_timestamp(year, 1, 1, 0, 0, 0) AS y, 
  sum((SELECT sum(amount) FROM orders AS o WHERE o.customer = c.customer AND o.year = c.year)),
  sum((SELECT sum(amount) FROM orders AS o WHERE o.customer = c.customer AND o.year = c.year - 1))
FROM changes AS c GROUP BY 1, 2 ORDER BY 2, 1
