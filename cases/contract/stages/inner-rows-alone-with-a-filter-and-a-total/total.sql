SELECT count(*) FROM (SELECT coalesce(customer_id, -1) AS buyer, sum(amount) AS total FROM orders GROUP BY 1) AS b
WHERE total >= 40
