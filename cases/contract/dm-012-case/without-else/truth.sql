VALUES ('big', 2), ('mid', 2), (NULL, 3)
