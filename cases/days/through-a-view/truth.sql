SELECT CAST(planned_on AS TIMESTAMP), fare, 1 FROM flights WHERE id IN (2, 3) ORDER BY 1
