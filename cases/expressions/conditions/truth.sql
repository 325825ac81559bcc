VALUES (false, 2), (true, 2)
