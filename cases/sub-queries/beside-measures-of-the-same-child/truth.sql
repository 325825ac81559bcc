VALUES (0, 0, NULL), (1, 1, NULL), (2, 2, 45), (3, 3, 60)
