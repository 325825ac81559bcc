SELECT 4, count(DISTINCT customer_id) FROM refunds
