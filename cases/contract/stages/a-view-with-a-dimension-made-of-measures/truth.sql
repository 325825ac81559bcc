VALUES ('high', 'EU', 60), ('high', 'US', 45), ('high', NULL, 70), ('low', 'US', NULL)
