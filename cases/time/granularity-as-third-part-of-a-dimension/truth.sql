SELECT status, date_trunc('month', created_at)::TIMESTAMP, count(*) FROM orders GROUP BY ALL ORDER BY 2, 1
