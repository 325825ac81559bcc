VALUES ('Bo', 'Émile')
