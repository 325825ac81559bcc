VALUES (1, true), (2, false), (3, false), (4, false), (5, true), (6, NULL), (7, NULL)
