SELECT status, amount, count(*) FROM orders GROUP BY ALL
