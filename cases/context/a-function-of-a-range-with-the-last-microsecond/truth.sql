WITH asked AS (SELECT id FROM samples WHERE taken_at >= '2024-02-29' AND taken_at < '2024-03-01')
SELECT (SELECT COUNT(*) FROM asked), CASE WHEN EXISTS (FROM asked) THEN (SELECT COUNT(*) FROM asked) END
