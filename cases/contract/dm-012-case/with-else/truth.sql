VALUES ('big', 2), ('mid', 2), ('small', 3)
