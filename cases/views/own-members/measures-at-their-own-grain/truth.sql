SELECT status, 1.0::DOUBLE * total / qty, CASE WHEN n > 1 THEN 2.0::DOUBLE * total / qty END, total / credit
FROM (SELECT status, sum(amount)::DOUBLE AS total, count(*) AS n FROM orders GROUP BY 1)
LEFT JOIN (SELECT status, sum(qty) AS qty FROM items JOIN orders ON orders.id = order_id GROUP BY 1) USING (status)
LEFT JOIN (SELECT status, sum(credit) AS credit FROM (SELECT DISTINCT status, customers.id, credit FROM orders JOIN customers ON customers.id = customer_id) GROUP BY 1) USING (status)
