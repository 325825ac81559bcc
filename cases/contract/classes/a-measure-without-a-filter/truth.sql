-- Of the shop alone, Ana went down to 60 and up to 80, and Ben came in 2024; he has no class of 2023, so nothing ago: New.
VALUES ('Down', TIMESTAMP '2023-01-01', 60, 90), ('New', TIMESTAMP '2023-01-01', NULL, 20),
  ('New', TIMESTAMP '2024-01-01', 45, 45), ('Up', TIMESTAMP '2024-01-01', 80, 80)
