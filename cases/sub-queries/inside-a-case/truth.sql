VALUES ('regular', 2), ('never', 1), ('once', 1)
