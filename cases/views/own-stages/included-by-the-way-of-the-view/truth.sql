SELECT status, avg(total), count(*) FROM (
  SELECT status, CASE city WHEN 'Lisbon' THEN 'south' WHEN 'Austin' THEN 'north' END AS side, sum(amount)::DOUBLE AS total
  FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY 1, 2
) GROUP BY 1
