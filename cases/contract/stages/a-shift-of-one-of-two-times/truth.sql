SELECT date_trunc('month', created_at + INTERVAL 1 MONTH), date_trunc('month', created_at + INTERVAL 5 DAY), sum(amount)
FROM orders GROUP BY 1, 2 ORDER BY 1, 2
