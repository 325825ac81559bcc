SELECT product, region, SUM(amount), SUM(n) FROM (
  SELECT product, region, amount, (SELECT COUNT(*) FROM items i WHERE i.order_id = o.id AND i.product = 'pen') AS n
  FROM orders o JOIN customers c ON c.id = customer_id, (VALUES ('pen')) AS p (product)
  WHERE region = 'US' AND EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND i.product = 'pen')
) GROUP BY ALL
