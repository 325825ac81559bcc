SELECT status, sum(amount) FROM orders WHERE month(created_at) = 2 GROUP BY 1 HAVING sum(amount) > 10
