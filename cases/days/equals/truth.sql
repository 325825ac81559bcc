SELECT SUM(fare) FROM flights WHERE id IN (2, 4)
