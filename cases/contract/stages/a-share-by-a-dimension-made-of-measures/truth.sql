VALUES ('high', 175, 175), ('low', NULL, 175)
