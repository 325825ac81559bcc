SELECT region, sum(credit) FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE status IN ('done', 'open')) GROUP BY region UNION ALL SELECT NULL, NULL ORDER BY 2 DESC NULLS LAST
