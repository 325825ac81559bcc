SELECT (SELECT name FROM towns WHERE id = trips.car_id) AS town, sum(distance) FROM trips GROUP BY 1 ORDER BY 1
