SELECT SUM(fare) FROM flights WHERE id IN (1, 5, 6, 7, 9)
