SELECT sum(amount), count(*), avg(amount) FROM orders
