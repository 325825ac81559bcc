SELECT 'eur-b' AS both, 2 * SUM(amount) AS converted FROM orders
