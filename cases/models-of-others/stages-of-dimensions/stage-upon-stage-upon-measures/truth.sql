-- By customer: 60 of three orders, 45 of two, none of one, and 70 of the one order of nobody.
SELECT * FROM (VALUES
  ('large!?', 'large, often', 'known', 60),
  ('small!?', 'small, often', 'unknown', 45),
  ('small!?', 'small, once', 'unknown', NULL),
  ('large!?', 'large, once', 'known', 70)
) AS t (mark_again, how, known, total)
ORDER BY 1, 2, 3
