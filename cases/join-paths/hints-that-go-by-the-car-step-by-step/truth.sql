SELECT (SELECT o.name FROM cars c, towns o WHERE c.id = t.car_id AND o.id = c.town_id) AS town, count(*) AS trips
FROM trips t GROUP BY ALL ORDER BY trips DESC, town
