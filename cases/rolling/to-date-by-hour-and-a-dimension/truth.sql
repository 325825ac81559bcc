SELECT r.region, h.hour, (SELECT SUM(amount) FROM sales WHERE sales.region = r.region AND day >= '2024-01-01' AND day < h.hour + INTERVAL 1 HOUR),
  (SELECT AVG(amount) FROM sales WHERE sales.region = r.region AND day >= h.hour + INTERVAL 1 HOUR - INTERVAL 3 DAY AND day < h.hour + INTERVAL 1 HOUR)
FROM (VALUES ('N'), ('S')) AS r (region), (SELECT unnest(generate_series(TIMESTAMP '2024-01-08', TIMESTAMP '2024-01-08 23:00', INTERVAL 1 HOUR)) AS hour) AS h
ORDER BY 1, 2 LIMIT 30
