SELECT status, sum(amount), sum(amount) - count(*), count(*) FROM orders GROUP BY status ORDER BY 3 DESC
