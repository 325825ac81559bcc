-- The clocks skip midnight; the flight is booked at one in the morning.
SELECT TIMESTAMP '2018-11-04 00:00:00', fare FROM flights WHERE id = 9
