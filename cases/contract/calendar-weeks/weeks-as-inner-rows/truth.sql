-- A week later, 31 December to 2 January are in the week from 4 January, and 4 January in that from the 11th.
VALUES ('N', 1030), ('S', 5)
