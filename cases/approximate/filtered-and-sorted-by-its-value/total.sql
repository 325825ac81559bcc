SELECT count(*) FROM (SELECT status FROM orders GROUP BY status HAVING count(DISTINCT customer_id) > 1)
