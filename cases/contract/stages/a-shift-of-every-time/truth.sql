SELECT date_trunc('month', created_at + INTERVAL 1 MONTH), date_trunc('month', created_at + INTERVAL 5 DAY + INTERVAL 1 MONTH), sum(amount)
FROM orders WHERE created_at + INTERVAL 5 DAY + INTERVAL 1 MONTH >= '2024-02-01' AND created_at + INTERVAL 5 DAY + INTERVAL 1 MONTH < '2024-05-01'
GROUP BY 1, 2 ORDER BY 1, 2
