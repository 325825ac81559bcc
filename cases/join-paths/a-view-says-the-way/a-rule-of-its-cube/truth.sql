SELECT sum(distance) FROM trips WHERE driver_id IN (SELECT id FROM drivers WHERE town_id = 1)
