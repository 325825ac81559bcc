WITH sold AS (SELECT amount, status, CASE city WHEN 'Lisbon' THEN 'south' WHEN 'Austin' THEN 'north' END AS side
  FROM orders LEFT JOIN customers ON customers.id = customer_id)
SELECT side, status, (SELECT sum(amount) FROM sold AS other WHERE other.side IS NOT DISTINCT FROM sold.side), sum(amount)
FROM sold GROUP BY side, status
