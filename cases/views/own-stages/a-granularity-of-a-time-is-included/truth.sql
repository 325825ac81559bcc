SELECT status, max(total) FROM (
  SELECT status, CASE city WHEN 'Lisbon' THEN 'south' WHEN 'Austin' THEN 'north' END AS side, month(created_at) AS of, sum(amount) AS total
  FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY 1, 2, 3
) GROUP BY 1
