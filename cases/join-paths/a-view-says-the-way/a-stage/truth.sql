SELECT max(total) FROM (
  SELECT sum(distance) AS total FROM trips
  GROUP BY (SELECT town_id FROM drivers WHERE id = trips.driver_id)
) AS t
