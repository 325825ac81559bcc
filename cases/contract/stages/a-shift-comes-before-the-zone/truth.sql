SELECT coalesce(a.m, b.m), a.total, b.total FROM (
  SELECT date_trunc('month', timezone('Europe/Berlin', timezone('UTC', created_at))) AS m, sum(amount) AS total FROM orders GROUP BY 1) AS a
FULL JOIN (
  SELECT date_trunc('month', timezone('Europe/Berlin', timezone('UTC', created_at + INTERVAL 1 MONTH))) AS m, sum(amount) AS total FROM orders GROUP BY 1) AS b
ON a.m = b.m ORDER BY 1
