SELECT status, sum(amount), (SELECT sum(amount) FROM orders), 100.0::DOUBLE * sum(amount) / (SELECT sum(amount) FROM orders) FROM orders GROUP BY 1
