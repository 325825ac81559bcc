SELECT date_trunc('month', day), SUM(amount) FROM sales WHERE day >= TIMESTAMP '2024-01-01' GROUP BY 1 ORDER BY 1
