SELECT status, created_at FROM orders ORDER BY 2
