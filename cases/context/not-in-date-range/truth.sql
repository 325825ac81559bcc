WITH asked AS (SELECT id FROM orders WHERE created_at < '2024-02-01' OR created_at >= '2024-03-01')
SELECT (SELECT COUNT(*) FROM asked), CASE WHEN EXISTS (FROM asked) THEN (SELECT COUNT(*) FROM asked) END
