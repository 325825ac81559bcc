SELECT SUM(fare) FROM flights WHERE id IN (5, 6, 7)
