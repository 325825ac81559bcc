SELECT COUNT(*) AS n, 12 * SUM(amount) AS converted FROM orders
