SELECT * FROM (SELECT status, if(count(*) >= 2, sum(amount), NULL) FROM orders GROUP BY status) ORDER BY 1
