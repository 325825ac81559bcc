SELECT towns.name, count(*), sum(distance) FROM trips LEFT JOIN drivers ON drivers.id = driver_id LEFT JOIN towns ON towns.id = drivers.town_id GROUP BY 1 ORDER BY 1 NULLS LAST
