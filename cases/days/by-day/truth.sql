SELECT CAST(planned_on AS TIMESTAMP), fare FROM flights ORDER BY planned_on NULLS LAST
