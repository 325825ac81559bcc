VALUES (1, 'red'), (2, 'red'), (6, 'red'), (3, 'blue')
