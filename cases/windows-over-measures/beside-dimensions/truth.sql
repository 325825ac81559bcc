-- Orders 1 to 6: done 10, 20, 40; open 30 and nothing; void 5. Order 7 has no customer.
WITH states AS (SELECT DISTINCT status FROM orders), months AS (SELECT TIMESTAMP '2024-02-01' AS m UNION ALL SELECT TIMESTAMP '2024-03-01'),
kept AS (SELECT * FROM orders WHERE customer_id IS NOT NULL),
cells AS (
  SELECT m, status,
    (SELECT sum(k.amount) FROM kept AS k WHERE k.status = s.status AND k.created_at < m + INTERVAL 1 MONTH) AS ytd,
    (SELECT sum(k.amount) FROM kept AS k WHERE k.status = s.status AND k.created_at >= m AND k.created_at < m + INTERVAL 1 MONTH) AS own
  FROM months CROSS JOIN states AS s)
SELECT status, m, ytd, CASE WHEN status = 'done' THEN ytd END, 100.0 * own / ytd, sum(ytd) OVER (PARTITION BY m) FROM cells ORDER BY m, status
