SELECT sum(amount) AS total FROM orders WHERE status = 'done'
