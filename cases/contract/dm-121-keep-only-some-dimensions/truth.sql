VALUES ('EU', 'Lisbon', 1, 2), ('EU', NULL, 1, 2), ('US', 'Austin', 2, 2)
