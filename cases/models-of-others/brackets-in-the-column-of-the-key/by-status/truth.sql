SELECT status, sum(amount) AS total FROM orders GROUP BY status ORDER BY total DESC
