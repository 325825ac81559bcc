SELECT id, amount FROM orders WHERE id = 6 OR (status = 'done' AND (amount >= 30 OR amount <= 10)) ORDER BY id
