WITH asked AS (SELECT id FROM orders WHERE status = 'done')
SELECT (SELECT COUNT(*) FROM asked), CASE WHEN EXISTS (FROM asked) THEN (SELECT COUNT(*) FROM asked) END
