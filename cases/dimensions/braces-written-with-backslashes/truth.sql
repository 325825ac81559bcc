SELECT '{x}'
