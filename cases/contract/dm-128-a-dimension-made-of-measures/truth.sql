VALUES ('high', 1, 60), ('low', 1, NULL), ('mid', 1, 45)
