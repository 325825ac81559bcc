SELECT count(*), sum(amount) FROM orders WHERE id IN (SELECT id FROM orders WHERE status = 'done' INTERSECT SELECT id FROM orders WHERE amount >= 30)
