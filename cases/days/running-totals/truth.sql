SELECT CAST(day AS TIMESTAMP), (SELECT SUM(fare) FROM flights WHERE planned_on = day),
  (SELECT SUM(fare) FROM flights WHERE planned_on <= day),
  (SELECT SUM(fare) FROM flights WHERE planned_on IN (day, day - 1)),
  (SELECT SUM(fare) FROM flights WHERE planned_on <= day AND strftime(planned_on, '%Y%m') = strftime(day, '%Y%m'))
FROM (VALUES (DATE '2024-01-30'), (DATE '2024-01-31'), (DATE '2024-02-01'), (DATE '2024-02-02')) AS days (day) ORDER BY 1
