SELECT name[1] || '..', ROUND(credit, -2) FROM customers ORDER BY 2 DESC, 1
