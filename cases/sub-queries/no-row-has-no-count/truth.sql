-- The order of nobody has no customer to count for, so it is in the group of NULL, not of 0.
VALUES (3, 60, 3), (2, 45, 2), (1, 0, 1), (NULL, NULL, 1)
