"""Reads statements as JSON, by dialect and name, and prints those that the grammar of their dialect refuses."""

import json
import sys

import sqlglot

refused = {}
for dialect, statements in json.load(sys.stdin).items():
    for name, text in statements.items():
        try:
            sqlglot.parse_one(text, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
        except sqlglot.errors.SqlglotError as error:
            refused[f"{dialect}: {name}"] = str(error)[:300]
print(json.dumps(refused))
