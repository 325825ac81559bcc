SELECT (SELECT sum(amount) FROM orders WHERE status = 'done') + (SELECT count(*) FROM orders WHERE status <> 'done')
