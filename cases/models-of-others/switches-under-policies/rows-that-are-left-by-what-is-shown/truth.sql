SELECT 'amount' AS shown, CAST(amount AS VARCHAR) AS what, SUM(amount) AS total FROM orders WHERE amount >= 40 GROUP BY 2
UNION ALL SELECT 'status', status, SUM(amount) FROM orders WHERE amount >= 40 GROUP BY 2
ORDER BY 1, 2
