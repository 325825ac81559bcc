"""Signs a person in as a program on a general library does, uses the Platform API, refreshes, and revokes.

oauth_program.py LIBRARY ORIGIN BROWSER METHOD

LIBRARY is `authlib` or `requests_oauthlib`. BROWSER takes the address to open and answers with the one that the browser
ends at. METHOD is how the program shows its secret. Prints, as JSON, what the API answered with each access token, the
scope, whether the refresh token changed, and the error after the revocation.
"""

import json
import os
import sys
import urllib.request

library, origin, browser, method = sys.argv[1:]
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # the server is on this machine
redirect = "http://127.0.0.1:8123/callback"
scope = "platform:read offline_access"


def post(to: str, body: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(to, body.encode(), method="POST")) as answer:
        return answer.read().decode()


with urllib.request.urlopen(f"{origin}/.well-known/oauth-authorization-server") as answer:
    server = json.load(answer)
wished = {"client_name": "A program", "redirect_uris": [redirect], "token_endpoint_auth_method": method}
client = json.loads(post(server["registration_endpoint"], json.dumps(wished)))
identity = {"client_id": client["client_id"], "client_secret": client.get("client_secret")}


def with_authlib():
    from authlib.common.security import generate_token
    from authlib.integrations.requests_client import OAuth2Session

    session = OAuth2Session(
        **identity,
        scope=scope,
        redirect_uri=redirect,
        code_challenge_method="S256",
        token_endpoint_auth_method=method,
        token_endpoint=server["token_endpoint"],
    )
    verifier = generate_token(48)
    address, _ = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
    first = session.fetch_token(authorization_response=post(browser, address), code_verifier=verifier)
    refresh = lambda: session.refresh_token(server["token_endpoint"], refresh_token=session.token["refresh_token"])
    return session, dict(first), refresh


def with_requests_oauthlib():
    from oauthlib.oauth2 import WebApplicationClient
    from requests.auth import HTTPBasicAuth
    from requests_oauthlib import OAuth2Session

    session = OAuth2Session(
        client=WebApplicationClient(identity["client_id"]), redirect_uri=redirect, scope=scope, pkce="S256"
    )
    address, _ = session.authorization_url(server["authorization_endpoint"])
    shown = {
        "none": {"include_client_id": True},
        "client_secret_basic": {"auth": HTTPBasicAuth(identity["client_id"], identity["client_secret"])},
        "client_secret_post": {"include_client_id": True, "client_secret": identity["client_secret"]},
    }[method]
    callback = post(browser, address)
    first = session.fetch_token(server["token_endpoint"], authorization_response=callback, **shown)
    shown.pop("include_client_id", None)
    if method != "client_secret_basic":
        shown["client_id"] = identity["client_id"]
    refresh = lambda: session.refresh_token(server["token_endpoint"], **shown)
    return session, dict(first), refresh


session, first, refresh = {"authlib": with_authlib, "requests_oauthlib": with_requests_oauthlib}[library]()
api = f"{origin}/api/v1/deployments"
answers = [session.get(api).status_code]
second = dict(refresh())
answers.append(session.get(api).status_code)
gone = {"token": second["refresh_token"], "client_id": identity["client_id"]}
if identity["client_secret"] is not None:
    gone["client_secret"] = identity["client_secret"]
post(server["revocation_endpoint"], "&".join(f"{name}={value}" for name, value in gone.items()))
answers.append(session.get(api).status_code)
try:
    refused = str(refresh())
except Exception as error:  # each library has a class of its own
    refused = getattr(error, "error", repr(error))
changed = second["refresh_token"] != first["refresh_token"]
scopes = second["scope"] if isinstance(second["scope"], str) else " ".join(second["scope"])
print(json.dumps([answers, scopes, changed, refused]))
