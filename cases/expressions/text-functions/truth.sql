VALUES ('ana-lisbon', 3), ('ben-austin', 3), ('cai-austin', 3), ('dee-nowhere', 3)
