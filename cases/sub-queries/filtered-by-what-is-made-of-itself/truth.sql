SELECT name, SUM(fee) FROM parcels JOIN depots ON depots.id = depot_id
WHERE kind = 'tube' AND country_id IN (
  SELECT country_id FROM parcels JOIN depots ON depots.id = depot_id GROUP BY country_id HAVING SUM(fee) >= 7
)
GROUP BY name ORDER BY SUM(fee) DESC
