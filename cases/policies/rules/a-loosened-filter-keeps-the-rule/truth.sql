SELECT o.customer_id, SUM(amount) FILTER (amount > 10), SUM(amount) FILTER (amount > 10) FROM orders o WHERE status = 'done'
GROUP BY customer_id ORDER BY 2 DESC
