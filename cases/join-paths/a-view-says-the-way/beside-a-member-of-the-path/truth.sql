SELECT home, home, sum(distance) FROM (
  SELECT distance, (SELECT name FROM towns WHERE id = (SELECT town_id FROM drivers WHERE id = trips.driver_id)) AS home
  FROM trips
) AS t GROUP BY 1 ORDER BY 1 NULLS LAST
