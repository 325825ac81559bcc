WITH o AS (SELECT c.name, row_number() OVER (ORDER BY sum(o.amount) DESC NULLS LAST) AS place
           FROM orders o LEFT JOIN customers c ON c.id = o.customer_id GROUP BY 1),
r AS (SELECT c.name, row_number() OVER (ORDER BY sum(r.amount) DESC NULLS LAST) AS place
      FROM refunds r LEFT JOIN customers c ON c.id = r.customer_id GROUP BY 1)
SELECT coalesce(o.name, r.name), o.place, r.place FROM o FULL JOIN r ON o.name IS NOT DISTINCT FROM r.name
ORDER BY 1 NULLS LAST
