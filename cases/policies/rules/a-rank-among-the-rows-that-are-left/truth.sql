SELECT customer_id, RANK() OVER (ORDER BY SUM(amount) DESC) FROM orders WHERE status = 'done' GROUP BY customer_id ORDER BY 2 DESC
