VALUES (true)
