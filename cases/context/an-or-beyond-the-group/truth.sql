SELECT COUNT(*), (SELECT COUNT(*) FROM orders) FROM orders WHERE status = 'void' OR created_at < '2024-02-01'
