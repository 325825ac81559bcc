SELECT product, sum(amount) FROM (SELECT DISTINCT product, order_id FROM items WHERE qty >= 2) JOIN orders ON id = order_id GROUP BY product ORDER BY 2 DESC NULLS LAST
