-- 4, 7, 8 and 9 January; the week before that are 28 and 31 December, 1 and 2 January.
VALUES ('N', TIMESTAMP '2024-01-04', 40, 1030), ('S', TIMESTAMP '2024-01-04', 6, NULL)
