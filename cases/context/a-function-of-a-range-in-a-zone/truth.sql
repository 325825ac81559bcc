WITH asked AS (SELECT id FROM orders WHERE created_at >= '2024-02-29 05:00' AND created_at < '2024-04-01 04:00')
SELECT (SELECT COUNT(*) FROM asked), CASE WHEN EXISTS (FROM asked) THEN (SELECT COUNT(*) FROM asked) END
