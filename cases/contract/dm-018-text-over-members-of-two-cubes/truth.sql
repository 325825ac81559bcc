VALUES ('Ana/done', 2), ('Ana/open', 1), ('Ben/done', 1), ('Ben/void', 1), ('Cai/open', 1), (NULL, 1)
