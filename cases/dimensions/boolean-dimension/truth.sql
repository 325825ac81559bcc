VALUES (true, 4), (false, 3)
