VALUES ('Zed'), ('ada')
