SELECT status, name, of_status, 100.0::DOUBLE * sum(amount) / of_status FROM orders JOIN customers ON customers.id = customer_id
JOIN (SELECT status, sum(amount) AS of_status FROM orders WHERE customer_id IS NOT NULL GROUP BY 1) USING (status) GROUP BY 1, 2, 3
