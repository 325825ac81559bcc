"""A provider of SAML by pysaml2, on this machine. Prints its address when it listens.

saml_provider.py KEY CERTIFICATE

KEY and CERTIFICATE are files in PEM. `GET /metadata` describes it. `POST /service` takes the metadata of the service that
people sign in at. `GET /sso` answers a request with a page whose form goes back to the service; what is signed and encrypted
is in the body of the last `POST /behave`, as JSON: `person`, `attributes`, `signs`, `algorithm`, `cipher`. With `demands`,
requests must be signed.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import saml2.entity
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAME_FORMAT_URI, NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import pre_encryption_part

key, certificate = sys.argv[1:]
algorithms = {
    "SHA-1": ("http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#sha1"),
    "SHA-256": ("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"),
}
behaviour = {}
services = []


def config_at(origin):
    return IdPConfig().load(
        {
            "entityid": f"{origin}/metadata",
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(f"{origin}/sso", BINDING_HTTP_REDIRECT)]},
                    "want_authn_requests_signed": bool(behaviour.get("demands")),
                    "policy": {"default": {"lifetime": {"minutes": 5}, "name_form": NAME_FORMAT_URI}},
                }
            },
            "key_file": key,
            "cert_file": certificate,
            "metadata": {"inline": list(services)},
        }
    )


def encrypt_by(server, cipher):
    """Chooses how pysaml2 encrypts, which has no setting for it: it is Triple DES as it comes."""
    saml2.entity.pre_encryption_part = pre_encryption_part
    if cipher == "as it comes":
        return
    method, session = cipher

    def template(**given):
        return pre_encryption_part(msg_enc=method, **given)

    encrypt = server.sec.encrypt_assertion
    saml2.entity.pre_encryption_part = template
    server.sec.encrypt_assertion = lambda *given, **named: encrypt(*given, key_type=session, **named)


def answer_to(query, origin):
    server = Server(config=config_at(origin))
    given = {name.lower(): values[0] for name, values in query.items()}
    signed = {name: given.get(name) for name in ("sigalg", "signature")}
    request = server.parse_authn_request(
        given["samlrequest"], BINDING_HTTP_REDIRECT, relay_state=given.get("relaystate"), **signed
    )
    to = server.response_args(request.message)
    signature, digest = algorithms[behaviour["algorithm"]]
    cipher = behaviour.get("cipher")
    if cipher:
        encrypt_by(server, cipher)
    response = server.create_authn_response(
        behaviour["attributes"],
        in_response_to=to["in_response_to"],
        destination=to["destination"],
        sp_entity_id=to["sp_entity_id"],
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=behaviour["person"]),
        authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": origin},
        sign_response="Response" in behaviour["signs"],
        sign_assertion="Assertion" in behaviour["signs"],
        encrypt_assertion=bool(cipher),
        sign_alg=signature,
        digest_alg=digest,
    )
    relay = given.get("relaystate", "")
    return server.apply_binding(BINDING_HTTP_POST, str(response), to["destination"], relay, response=True)["data"]


class Provider(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        try:
            if address.path == "/metadata":
                return self.send(200, str(entity_descriptor(config_at(origin))))
            return self.send(200, answer_to(parse_qs(address.query), origin))
        except Exception as error:
            return self.send(500, f"{type(error).__name__}: {error}")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.path == "/service":
            services.append(body)
        else:
            behaviour.clear()
            behaviour.update(json.loads(body))
        self.send(200, "")

    def send(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


listening = HTTPServer(("127.0.0.1", 0), Provider)
origin = f"http://127.0.0.1:{listening.server_port}"
print(origin, flush=True)
listening.serve_forever()
