VALUES ('done', 'many'), ('open', 'some'), ('void', 'few')
