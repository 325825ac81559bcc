VALUES ('by_buyer', 3), ('by_status', 3)
