SELECT SUM(fare) FROM flights WHERE id IN (1, 2, 9)
