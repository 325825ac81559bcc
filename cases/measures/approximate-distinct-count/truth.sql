SELECT status, count(DISTINCT customer_id) FROM orders GROUP BY status ORDER BY 2 DESC, 1
