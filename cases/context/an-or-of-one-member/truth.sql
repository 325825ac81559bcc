SELECT COUNT(*), (SELECT COUNT(*) FROM orders), COUNT(*) FROM orders WHERE status IN ('void', 'open')
