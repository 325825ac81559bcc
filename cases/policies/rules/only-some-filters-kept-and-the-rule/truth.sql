SELECT SUM(amount) FILTER (amount > 10), SUM(amount) FROM orders WHERE status = 'done'
