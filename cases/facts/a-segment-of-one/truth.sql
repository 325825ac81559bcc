SELECT city, (SELECT sum(amount) FROM orders LEFT JOIN customers AS c ON c.id = customer_id WHERE c.city IS NOT DISTINCT FROM cities.city AND status IN ('done', 'open')),
  (SELECT sum(amount) FROM refunds LEFT JOIN customers AS c ON c.id = customer_id WHERE c.city IS NOT DISTINCT FROM cities.city)
FROM (SELECT DISTINCT city FROM customers) AS cities
