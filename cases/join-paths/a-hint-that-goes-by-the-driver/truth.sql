SELECT (SELECT o.name FROM drivers d, towns o WHERE d.id = t.driver_id AND o.id = d.town_id) AS town, count(*) AS trips
FROM trips t GROUP BY ALL ORDER BY trips DESC, town
