SELECT 'full' AS tariff, status AS kind, SUM(amount) AS price FROM orders WHERE status <> 'void' GROUP BY 2 ORDER BY 2
