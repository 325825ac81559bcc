WITH asked AS (SELECT id FROM orders WHERE amount > 10 AND amount <= 40)
SELECT (SELECT COUNT(*) FROM asked), CASE WHEN EXISTS (FROM asked) THEN (SELECT COUNT(*) FROM asked) END
