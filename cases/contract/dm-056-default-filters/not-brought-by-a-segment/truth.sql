SELECT count(*) FROM orders WHERE amount >= 20
