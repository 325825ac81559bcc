SELECT t, date_trunc('month', t), date_trunc('day', t), 1
FROM (SELECT timezone('Europe/Berlin', timezone('UTC', created_at)) AS t, * FROM orders) WHERE status IN ('done', 'open') ORDER BY t
