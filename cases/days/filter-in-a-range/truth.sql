SELECT SUM(fare) FROM flights WHERE id IN (2, 3, 4)
