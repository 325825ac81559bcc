SELECT sum(distance) FROM trips
WHERE driver_id IN (SELECT id FROM drivers WHERE town_id IN (SELECT id FROM towns WHERE people > 1500))
