SELECT region,
  SUM((SELECT SUM(amount) FROM orders o WHERE o.customer_id = c.id)) AS orders,
  SUM((SELECT SUM(amount) FROM refunds r WHERE r.customer_id = c.id))
FROM customers c GROUP BY region ORDER BY 2 DESC NULLS LAST, 1
