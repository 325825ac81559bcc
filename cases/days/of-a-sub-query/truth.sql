SELECT CAST((SELECT MIN(day) FROM refuellings WHERE flight_id = flights.id) AS TIMESTAMP), fare FROM flights WHERE id IN (1, 2) ORDER BY 1
