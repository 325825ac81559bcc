SELECT status, 100.0::DOUBLE * sum(amount) / 175, max(n) FROM orders
LEFT JOIN (SELECT status, sum(qty) AS n FROM items JOIN orders ON orders.id = order_id GROUP BY 1) USING (status) GROUP BY 1
