SELECT CAST(planned_on - CAST(isodow(planned_on) - 1 AS INTEGER) AS TIMESTAMP), CAST(strftime(booked_at, '%Y-%m-%d') AS TIMESTAMP), fare
FROM flights WHERE id IN (1, 2, 3) ORDER BY 1, 2
