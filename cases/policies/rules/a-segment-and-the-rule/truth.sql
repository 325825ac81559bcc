SELECT COUNT(*) FROM orders WHERE status = 'done' AND amount >= 20
