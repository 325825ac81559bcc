VALUES ('done'), ('done')
