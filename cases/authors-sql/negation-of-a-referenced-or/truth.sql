VALUES (false, 3), (true, 4)
