VALUES (1), (7)
