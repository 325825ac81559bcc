SELECT status, avg(if(amount >= 30, 1, 0)) FROM orders GROUP BY status ORDER BY 2 DESC, 1
