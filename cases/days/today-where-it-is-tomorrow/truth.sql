SELECT CAST(planned_on AS TIMESTAMP), fare FROM flights WHERE planned_on = DATE '2024-02-01'
