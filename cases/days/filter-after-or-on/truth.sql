SELECT SUM(fare) FROM flights WHERE id IN (4, 5, 6, 7)
