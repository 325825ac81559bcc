SELECT sum(amount), sum(amount) FILTER (WHERE status = 'done'), (SELECT avg(d) FROM (SELECT sum(amount) AS d FROM orders GROUP BY CAST(created_at AS DATE))),
  (SELECT count(*) FROM (SELECT sum(amount) AS s FROM orders GROUP BY status, date_trunc('month', created_at)) WHERE s >= 30), sum(amount)
FROM orders
