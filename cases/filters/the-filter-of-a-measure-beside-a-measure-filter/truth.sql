SELECT customer_id, sum(amount) FROM orders WHERE status = 'done' GROUP BY 1 HAVING sum(amount) > 35 ORDER BY 2 DESC NULLS LAST, 1 NULLS LAST
