-- January has a total, but no month before it: it is not among the ranked.
WITH months (month, total) AS (
  SELECT date_trunc('month', "at"), sum(id)
  FROM (VALUES (1, TIMESTAMP '2024-01-28 12:00'), (2, TIMESTAMP '2024-01-29 13:00'), (4, TIMESTAMP '2024-01-30 06:00'),
    (8, TIMESTAMP '2024-01-31 23:00'), (16, TIMESTAMP '2024-02-01 00:00'), (32, TIMESTAMP '2024-02-29 12:00'),
    (64, TIMESTAMP '2024-03-31 12:00')) AS ends (id, "at")
  GROUP BY 1
), places (month, place) AS (
  SELECT month + INTERVAL 1 MONTH, (SELECT count(*) FROM months AS other WHERE other.total <= months.total) FROM months
)
SELECT month, total + place, place FROM months FULL JOIN places USING (month) ORDER BY 1
