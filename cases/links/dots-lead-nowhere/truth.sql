VALUES (1, NULL), (2, NULL), (3, 'https://example.com/a..b/delete')
