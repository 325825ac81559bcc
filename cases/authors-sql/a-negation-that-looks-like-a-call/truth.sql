SELECT amount <= 20, count(*) FROM orders WHERE amount IS NOT NULL GROUP BY 1 ORDER BY 1
