VALUES ('paid', 140), ('other', 35)
