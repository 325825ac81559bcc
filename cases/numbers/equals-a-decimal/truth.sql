VALUES ('least'), ('one past')
