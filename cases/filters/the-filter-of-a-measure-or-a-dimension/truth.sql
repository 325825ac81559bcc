SELECT count(*), sum(amount) FROM orders WHERE status IN ('done', 'void')
