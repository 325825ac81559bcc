VALUES ('EU', TIMESTAMP '2024-02-03 08:00', 'done,open'), ('US', TIMESTAMP '2024-03-10 07:30', 'done,open,void'), (NULL, TIMESTAMP '2024-03-31 22:30', 'done')
