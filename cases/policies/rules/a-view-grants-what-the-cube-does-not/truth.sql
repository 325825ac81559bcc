SELECT COUNT(DISTINCT city) FROM customers WHERE credit > 90 AND credit > 60
