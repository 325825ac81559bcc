SELECT SUM(amount), (SELECT SUM(amount) FROM refunds) FROM orders WHERE status = 'done'
