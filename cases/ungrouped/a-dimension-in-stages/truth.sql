SELECT CASE WHEN sum(amount) OVER (PARTITION BY customer_id) >= 50 THEN 'high' ELSE 'low' END AS tier, amount
FROM orders ORDER BY amount DESC NULLS LAST
