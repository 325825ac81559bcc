VALUES ('EU', 'done', 2), ('EU', 'open', 1)
