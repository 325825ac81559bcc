SELECT (SELECT name FROM towns WHERE id = (SELECT town_id FROM drivers WHERE id = driver_id)), (SELECT name FROM towns WHERE id = (SELECT town_id FROM cars WHERE id = car_id)), sum(distance)
FROM trips GROUP BY ALL
