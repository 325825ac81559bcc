VALUES (1, 'https://example.com/?q=a&b'), (2, NULL), (3, NULL), (4, '/page'), (5, 'HTTP://EXAMPLE.COM'), (6, NULL), (7, 'mailto:a@example.com'), (8, NULL), (9, NULL)
