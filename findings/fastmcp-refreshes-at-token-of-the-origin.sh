#!/usr/bin/env bash
# Surprise: a FastMCP client that has started again sends its refresh token to `/token` of the MCP server's origin.
# Versions: fastmcp 4.2.3 (mcp 2.3.0).
# Expected: it keeps tokens, their time of expiry and its registration, so it refreshes at the `token_endpoint` of the
# metadata it has read before; or it reads the metadata again first, as the TypeScript clients do.
# Seen: metadata is not kept, and not read before the refresh: POST /token; a 404 there leads to discovery and a browser.
# In Orrery: `/token` answers as `/oauth/token` does (packages/oauth/src/oauth-routes.ts).
# Source: OAuthClientProvider._refresh_token and _auth_flow in mcp/client/auth/oauth2.py; fastmcp/client/auth/oauth.py.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet fastmcp==4.2.3 mcp==2.3.0
cat >see.py <<'PY'
import asyncio
import json
import logging
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
from fastmcp.client.auth import OAuth
from key_value.aio.stores.memory import MemoryStore
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken

logging.disable()
warnings.simplefilter("ignore")
seen = []


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        seen.append(f"GET {self.path}")
        origin = f"http://127.0.0.1:{self.server.server_port}"
        documents = {
            "/.well-known/oauth-protected-resource": {"resource": f"{origin}/mcp", "authorization_servers": [origin]},
            "/.well-known/oauth-authorization-server": {
                "issuer": origin,
                "authorization_endpoint": f"{origin}/oauth/authorize",
                "token_endpoint": f"{origin}/oauth/token",
            },
        }
        found = documents.get(self.path)
        self.answer(200 if found else 404, found or {})

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        seen.append(f"POST {self.path}")
        self.answer(404 if self.path != "/mcp" else 401, {})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/mcp"


async def main():
    kept = MemoryStore()
    # What an earlier process has left: a registration, and a token that has just expired.
    earlier = OAuth(address, token_storage=kept).token_storage_adapter
    redirect = "http://localhost:8123/callback"
    await earlier.set_client_info(OAuthClientInformationFull(client_id="known", redirect_uris=[redirect]))
    await earlier.set_tokens(OAuthToken(access_token="old", refresh_token="good", expires_in=-1, token_type="Bearer"))
    async with httpx2.AsyncClient(auth=OAuth(address, token_storage=kept)) as client:
        try:
            await asyncio.wait_for(client.post(address, json={}), 10)
        except RuntimeError:
            pass  # the page of consent is not there


asyncio.run(main())
print("\n".join(each.partition("?")[0] for each in seen))
raise SystemExit(0 if seen[0] == "POST /token" and "POST /oauth/token" not in seen else 1)
PY
venv/bin/python see.py
