SELECT 'south', SUM(fare) FROM flights WHERE route = 'south'
