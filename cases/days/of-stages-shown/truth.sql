SELECT
  route,
  (SELECT CAST(MAX(planned_on) AS TIMESTAMP) FROM flights AS f WHERE f.route = r.route OR (f.route IS NULL AND r.route IS NULL)),
  (SELECT CAST(MAX(planned_on) AS TIMESTAMP) FROM flights AS f WHERE f.route = r.route OR (f.route IS NULL AND r.route IS NULL)),
  COUNT(*)
FROM flights AS r
GROUP BY 1
ORDER BY 1 NULLS LAST
