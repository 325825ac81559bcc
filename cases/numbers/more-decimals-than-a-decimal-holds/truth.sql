SELECT name FROM numbers WHERE big >= 1 GROUP BY name ORDER BY name
