SELECT (SELECT name FROM towns WHERE id = (SELECT town_id FROM drivers WHERE id = trips.driver_id)) AS town, sum(distance)
FROM trips GROUP BY 1 ORDER BY 1 NULLS LAST
