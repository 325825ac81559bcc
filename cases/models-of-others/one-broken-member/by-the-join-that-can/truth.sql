SELECT (SELECT o.status FROM orders AS o WHERE o.id = i.order_id) AS status, sum(i.qty) AS qty FROM items AS i GROUP BY 1 ORDER BY qty DESC NULLS LAST, 1
