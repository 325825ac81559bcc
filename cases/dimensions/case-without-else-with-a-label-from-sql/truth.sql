VALUES ('big', 2), ('mid done', 1), ('mid open', 1), (NULL, 3)
