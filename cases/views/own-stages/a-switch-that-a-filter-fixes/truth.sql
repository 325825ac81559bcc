SELECT status, 0.5 * sum(amount) FROM orders GROUP BY 1
