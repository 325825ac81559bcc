SELECT * FROM (SELECT 'eur', SUM(amount) * 0.5 FROM orders WHERE status = 'done' UNION ALL SELECT 'usd', SUM(amount) FROM orders WHERE status = 'done') ORDER BY 1
