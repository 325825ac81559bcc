VALUES (6), (7)
