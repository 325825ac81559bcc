SELECT count(*), sum(credit) FROM customers WHERE id IN (SELECT customer_id FROM orders GROUP BY customer_id HAVING count(*) >= 2)
