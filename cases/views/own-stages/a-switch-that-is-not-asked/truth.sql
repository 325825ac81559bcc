SELECT 1.5 * sum(amount) FROM orders
