VALUES ('tube', 30, 2, 8.80), ('box', 10, 3, 2.20)
