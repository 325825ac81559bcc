SELECT product, sum(qty) FROM items WHERE product IN ('pen', 'cup') GROUP BY product UNION ALL SELECT NULL, NULL ORDER BY 2 DESC NULLS LAST
