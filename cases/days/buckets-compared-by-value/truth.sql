-- What is compared is the day that New York shows: 29 February is not after itself.
SELECT SUM(fare) FROM flights WHERE date_trunc('day', timezone('America/New_York', timezone('UTC', booked_at))) > DATE '2024-02-29'
