VALUES ('ana-Lisbon', 3), ('ben-Austin', 3), ('cai-Austin', 3), ('dee-nowhere', 3)
