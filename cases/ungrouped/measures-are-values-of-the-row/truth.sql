SELECT id, amount, 1, if(status = 'done', amount, NULL), if(amount >= 30, 1, 0) FROM orders ORDER BY id
