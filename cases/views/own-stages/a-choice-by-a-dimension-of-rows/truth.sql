SELECT city, sum(CASE WHEN status = 'done' THEN total ELSE n END) FROM (
  SELECT city, status, sum(amount) AS total, count(*) AS n FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY 1, 2
) GROUP BY 1
