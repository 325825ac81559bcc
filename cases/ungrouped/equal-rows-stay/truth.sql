SELECT status FROM orders ORDER BY 1
