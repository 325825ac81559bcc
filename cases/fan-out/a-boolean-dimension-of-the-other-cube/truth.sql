VALUES (false, 6, 35), (true, 12, 140)
