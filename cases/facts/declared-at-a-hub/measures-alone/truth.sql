SELECT COUNT(*), SUM(amount), (SELECT SUM(amount) FROM refunds), SUM(amount) - (SELECT SUM(amount) FROM refunds) FROM orders
