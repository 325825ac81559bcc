"""Calls a tool of a server as an assistant does that holds no key, by the clients of Python; prints what came, as JSON.

sign_in.py CLIENT ADDRESS BROWSER FOLDER CALLS AHEAD

CLIENT is `mcp`, `fastmcp`. BROWSER takes the address to open and answers with the one that the browser ends at. FOLDER
keeps what the client remembers between two runs. CALLS is a list of lists of `{name, arguments}` in JSON: those of a
list are made at once; a number in the place of a list is sent to BROWSER as a path, and moves the clock by these seconds.
AHEAD is by how many seconds the clock is ahead at the start.
"""

import asyncio
import json
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

client_name, address, browser, folder, calls, given_ahead = sys.argv[1:]
kept = Path(folder)
ahead = float(given_ahead)
time_of_machine = time.time
time.time = lambda: time_of_machine() + ahead


def post(to: str, body: str = "") -> str:
    with urllib.request.urlopen(urllib.request.Request(to, body.encode(), method="POST")) as answer:
        return answer.read().decode()


class Files:
    """Remembers tokens and the registration in files, as programs on the official client do."""

    def _read(self, name: str, model):
        file = kept / f"{name}.json"
        return model.model_validate_json(file.read_text()) if file.exists() else None

    async def get_tokens(self):
        from mcp.shared.auth import OAuthToken

        return self._read("tokens", OAuthToken)

    async def set_tokens(self, tokens):
        (kept / "tokens.json").write_text(tokens.model_dump_json())

    async def get_client_info(self):
        from mcp.shared.auth import OAuthClientInformationFull

        return self._read("client", OAuthClientInformationFull)

    async def set_client_info(self, client_info):
        (kept / "client.json").write_text(client_info.model_dump_json())


def official():
    import httpx2
    from mcp import Client
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.auth import OAuthClientMetadata

    callback: list[str] = []

    async def open_browser(to: str) -> None:
        callback.append(await asyncio.to_thread(post, browser, to))

    async def answered() -> AuthorizationCodeResult:
        query = {name: values[0] for name, values in parse_qs(urlsplit(callback[-1]).query).items()}
        return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))

    metadata = OAuthClientMetadata(client_name="Orrery test", redirect_uris=["http://localhost:8123/callback"])
    auth = OAuthClientProvider(address, metadata, Files(), open_browser, answered)
    return Client(streamable_http_client(address, http_client=httpx2.AsyncClient(auth=auth, timeout=60)))


def fast():
    from fastmcp import Client
    from fastmcp.client.auth import OAuth
    from key_value.aio.stores.filetree import (
        FileTreeStore,
        FileTreeV1CollectionSanitizationStrategy,
        FileTreeV1KeySanitizationStrategy,
    )

    def open_browser(to: str) -> bool:
        # It listens for the answer while this returns.
        threading.Thread(target=lambda: urllib.request.urlopen(post(browser, to))).start()
        return True

    webbrowser.open = open_browser
    # Its keys hold the address of the server, which is no path.
    keys, collections = FileTreeV1KeySanitizationStrategy(kept), FileTreeV1CollectionSanitizationStrategy(kept)
    store = FileTreeStore(
        data_directory=kept, key_sanitization_strategy=keys, collection_sanitization_strategy=collections
    )
    return Client(address, auth=OAuth(client_name="Orrery test", token_storage=store))


def rows_of(result) -> object:
    content = getattr(result, "structured_content", None)
    return content.get("rows") if isinstance(content, dict) else str(result)


async def main() -> None:
    global ahead
    results = []
    async with {"mcp": official, "fastmcp": fast}[client_name]() as client:
        for at_once in json.loads(calls):
            if isinstance(at_once, int):
                ahead += at_once
                post(f"{browser}/{at_once}")
                continue
            asked = [client.call_tool(call["name"], call["arguments"]) for call in at_once]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            results.extend(repr(each) if isinstance(each, Exception) else rows_of(each) for each in answers)
    print(json.dumps(results))


asyncio.run(main())
