SELECT date_trunc('day', created_at) + INTERVAL 7 DAY, sum(amount) FROM orders WHERE id <= 4 GROUP BY 1 ORDER BY 1
