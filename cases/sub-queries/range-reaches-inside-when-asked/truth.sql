VALUES ('Ana', 30, 60)
