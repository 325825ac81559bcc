VALUES ('Ana'), ('Ben'), ('Cai')
