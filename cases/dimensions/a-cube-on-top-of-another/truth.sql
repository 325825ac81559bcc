SELECT status, count(*), sum(amount) FROM orders WHERE amount >= 30 GROUP BY status ORDER BY 1
