SELECT CAST(shown AS TIMESTAMP), (SELECT SUM(liters) FROM refuellings WHERE day = shown), (SELECT SUM(liters) FROM refuellings WHERE day = shown - 1)
FROM (VALUES (DATE '2024-01-05'), (DATE '2024-01-06'), (DATE '2024-01-07')) AS days (shown) ORDER BY 1
