VALUES ('Ana'), ('Dee')
