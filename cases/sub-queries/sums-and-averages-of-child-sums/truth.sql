SELECT avg(q), sum(q) FROM (SELECT sum(qty) AS q FROM items GROUP BY order_id)
