WITH told AS (
  SELECT amount, COALESCE(city, 'nowhere') AS town, SUM(amount) OVER (PARTITION BY customer_id) AS bought
  FROM orders LEFT JOIN customers ON customers.id = orders.customer_id
)
SELECT CASE WHEN bought >= 60 THEN 'large! ' ELSE 'small! ' END || town AS mark_and_town, SUM(amount) AS total
FROM told GROUP BY 1 ORDER BY 1
