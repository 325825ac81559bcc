VALUES ('Bo'), ('Zed'), ('ada'), ('Émile'), (NULL)
