SELECT count(*) FROM (SELECT id FROM orders WHERE amount >= 30 UNION SELECT id FROM orders WHERE amount <= 10) AS big SEMI JOIN (FROM orders WHERE status = 'done') AS done ON big.id = done.id
