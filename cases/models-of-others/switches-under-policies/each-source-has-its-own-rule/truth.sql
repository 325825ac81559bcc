SELECT 'desk' AS origin, 'done' AS kind, COUNT(*) AS n FROM orders WHERE status = 'done'
UNION ALL SELECT 'shop', product, COUNT(*) FROM items GROUP BY 2
ORDER BY 1, 2 NULLS LAST
