-- What a customer bought by status tells the mark; in the question only orders from Lisbon count for that.
WITH told AS (
  SELECT o.status, o.amount, o.customer_id, city,
    COALESCE(SUM(amount) FILTER (WHERE city = 'Lisbon') OVER (PARTITION BY o.status, o.customer_id), 0) >= 60 AS is_large
  FROM orders o LEFT JOIN customers ON customers.id = o.customer_id
)
SELECT status,
  SUM(amount) FILTER (WHERE city = 'Lisbon' AND NOT is_large) AS total,
  SUM(amount) FILTER (WHERE city = 'Lisbon') AS any_mark,
  SUM(amount) FILTER (WHERE NOT is_large) AS of_mark,
  NULLIF(COUNT(DISTINCT customer_id) FILTER (WHERE city = 'Lisbon' AND NOT is_large), 0) AS buyers
FROM told GROUP BY 1 ORDER BY 1
