VALUES ('box', 39 / 10.0), ('tube', 24 / 20.0)
