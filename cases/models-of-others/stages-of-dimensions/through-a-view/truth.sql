WITH told AS (
  SELECT status, amount, COALESCE(SUM(amount) OVER (PARTITION BY status, customer_id), 0) < 60 AS is_small FROM orders
)
SELECT status, SUM(amount) FILTER (WHERE is_small) AS total, SUM(amount) AS any_mark,
  CASE status WHEN 'void' THEN 1 WHEN 'open' THEN 2 ELSE 3 END AS place
FROM told GROUP BY 1 ORDER BY 1
