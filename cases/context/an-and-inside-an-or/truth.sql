SELECT COUNT(*), COUNT(*) FROM orders WHERE id IN (4, 5, 7)
