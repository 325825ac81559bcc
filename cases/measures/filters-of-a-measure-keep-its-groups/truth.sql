SELECT status, (SELECT count(*) FROM orders WHERE status = s.status AND amount >= 30), (SELECT sum(amount) FROM orders WHERE status = 'done' AND status = s.status)
FROM (SELECT DISTINCT status FROM orders) AS s ORDER BY 2 DESC, 1
