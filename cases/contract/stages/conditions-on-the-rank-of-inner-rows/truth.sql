SELECT status, sum(total) FROM (
  SELECT status, customer_id, sum(amount) AS total,
    rank() OVER (PARTITION BY status ORDER BY sum(amount) DESC NULLS LAST) AS place
  FROM orders GROUP BY 1, 2) AS t WHERE place = 1 GROUP BY 1 ORDER BY 1
