VALUES ('done', NULL), ('open', NULL), ('void', (SELECT sum(amount) FROM orders WHERE status = 'void'))
