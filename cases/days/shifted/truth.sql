SELECT make_timestamp(2024, month, 1, 0, 0, 0), (SELECT SUM(fare) FROM flights WHERE strftime(planned_on, '%Y%m') = '20240' || month),
  (SELECT SUM(fare) FROM flights WHERE strftime(planned_on, '%Y%m') = '20240' || (month - 1)),
  (SELECT SUM(fare) FROM flights WHERE strftime(planned_on, '%Y%m') = '20240' || (month - 1))
FROM (VALUES (2), (3)) AS months (month) ORDER BY 1
