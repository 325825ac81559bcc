SELECT CAST(planned_on AS TIMESTAMP), date_trunc('day', timezone('America/New_York', timezone('UTC', booked_at))), fare
FROM flights ORDER BY 1 NULLS LAST, 2
