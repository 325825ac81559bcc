SELECT sum(amount) FILTER (WHERE amount >= 40), sum(amount) FROM orders
