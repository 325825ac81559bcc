"""Public clients, as they are, against a served project."""

import json
import sys

import cube_http
from cubejs_client import Query, cube, dim


def pandas_client(api_url: str, token: str) -> dict[str, object]:
    client = cube(api_token=token, api_url=api_url)
    query = Query().measures("orders.count").dimensions("orders.status").filter(dim("orders.status") != "new")
    loaded = client.load(query)
    sql = "SELECT status, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 1"
    chunks = list(client.cube_sql_stream(sql))
    return {
        "rows": loaded.table_pivot(),
        "frame": list(loaded.to_pandas().shape),
        "cubes": [one["name"] for one in client.meta().cubes],
        "sql": "count" in str(client.sql(query).sql()),
        "dryRun": client.dry_run(query)["queryType"],
        "cubeSql": client.cube_sql(sql)["data"],
        "stream": [row for chunk in chunks if chunk["type"] == "data" for row in chunk["data"]],
    }


def http_client(api_url: str, token: str) -> dict[str, object]:
    client = cube_http.Client({"url": api_url.removesuffix("/v1"), "token": token})
    query = {"measures": ["orders.count"]}
    return {
        "rows": client.v1.load({"query": query}).results[0].data,
        "cubes": [one.name for one in client.v1.meta().cubes or []],
        "sql": "count" in str(client.v1.sql({"query": query})),
    }


if __name__ == "__main__":
    shown = [pandas_client(sys.argv[1], sys.argv[2]), http_client(sys.argv[1], sys.argv[2])]
    print(json.dumps(shown, default=str))
