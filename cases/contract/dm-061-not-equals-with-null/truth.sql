VALUES ('Ana')
