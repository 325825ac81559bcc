SELECT id, CAST(planned_on AS TIMESTAMP), CAST(landed_on AS TIMESTAMP) FROM flights ORDER BY id
