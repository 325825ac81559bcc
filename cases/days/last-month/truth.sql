-- In New York it is still February.
SELECT CAST(planned_on AS TIMESTAMP), fare FROM flights WHERE strftime(planned_on, '%Y%m') = '202401' ORDER BY 1
