SELECT 'nobody ' || status AS told, COUNT(*) AS n FROM orders WHERE customer_id IS NULL GROUP BY 1 ORDER BY 1
