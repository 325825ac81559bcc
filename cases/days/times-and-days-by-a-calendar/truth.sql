-- A fact of times and one of days, by the days of the calendar.
WITH own AS (SELECT CAST(booked_at AS DATE) AS day, fare, NULL AS liters FROM flights UNION ALL SELECT day, NULL, liters FROM refuellings)
SELECT CAST(day AS TIMESTAMP), SUM(fare), SUM(liters) FROM own WHERE day BETWEEN DATE '2024-01-01' AND DATE '2024-03-31' GROUP BY 1 ORDER BY 1
