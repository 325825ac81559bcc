VALUES (false, -0.5, 4, 2), (true, 0.125, 2, 2), (NULL, NULL, NULL, 1)
