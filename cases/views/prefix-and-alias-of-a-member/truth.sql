VALUES ('Ana', 'Lisbon', 60), ('Ben', 'Austin', 45), ('Cai', 'Austin', NULL), (NULL, NULL, 70)
