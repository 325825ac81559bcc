-- Customers are read by the rule alone, and have no rule of their own then.
SELECT status, COUNT(*), SUM(amount) FROM orders WHERE (SELECT credit FROM customers WHERE id = customer_id) > 150 GROUP BY status ORDER BY 2 DESC, 1
