VALUES ('Dee')
