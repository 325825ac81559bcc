// @ts-nocheck: its packages are installed by the tests alone
/**
 * Calls a tool of a server as an assistant does that holds no key: by one of the official clients, which signs in when the
 * server asks for it. Prints what came, as JSON.
 *
 * node sign-in.js CLIENT ADDRESS BROWSER FILE CALLS [SCOPE] [DOCUMENT]
 *
 * CLIENT is `sdk`, the client of the first generation, or a revision for that of the second. BROWSER is an address that
 * takes the address to open and answers with the one that the browser ends at. FILE keeps what the client remembers
 * between two runs. DOCUMENT is an address at which a document describes the program, in place of a registration. CALLS is a list of lists of `{name, arguments}` in JSON: those of a list are made at once.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [client = '', address = '', browser = '', file = '', calls = '[]', scope, document] = process.argv.slice(2);
const about = { name: 'orrery-test', version: '1.0.0' };
const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const keep = (more) => writeFileSync(file, JSON.stringify(Object.assign(kept, more)));
let callback;

/** Remembers as programs do that are built on the clients: the client, its tokens, and the verifier of a sign-in. */
const authProvider = {
  redirectUrl: 'http://localhost:8123/callback',
  ...(document ? { clientMetadataUrl: document } : {}),
  clientMetadata: {
    client_name: 'Orrery test',
    redirect_uris: ['http://localhost:8123/callback'],
    ...(scope ? { scope } : {}),
  },
  state: () => crypto.randomUUID(),
  clientInformation: () => kept.client,
  saveClientInformation: (information) => keep({ client: information }),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => keep({ tokens }),
  saveCodeVerifier: (verifier) => keep({ verifier }),
  codeVerifier: () => kept.verifier,
  invalidateCredentials: (what) => {
    if (what === 'all' || what === 'client') keep({ client: undefined });
    if (what === 'all' || what === 'tokens') keep({ tokens: undefined });
  },
  redirectToAuthorization: async (to) => {
    const answer = await fetch(browser, { method: 'POST', body: String(to) });
    if (!answer.ok) throw new Error(`the browser: ${await answer.text()}`);
    callback = new URL(await answer.text());
  },
};

async function connected() {
  const isFirst = client === 'sdk';
  const { Client } = isFirst
    ? await import('@modelcontextprotocol/sdk/client/index.js')
    : await import('@modelcontextprotocol/client');
  const { StreamableHTTPClientTransport } = isFirst
    ? await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    : await import('@modelcontextprotocol/client');
  const options = isFirst
    ? {}
    : client === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: client } } }
      : { supportedProtocolVersions: [client] };
  for (let tries = 0; ; tries += 1) {
    const made = new Client(about, options);
    const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider });
    try {
      await made.connect(transport);
      return { made, transport };
    } catch (error) {
      if (tries > 0 || callback === undefined) throw error;
      await (isFirst
        ? transport.finishAuth(callback.searchParams.get('code'))
        : transport.finishAuth(callback.searchParams));
    }
  }
}

const outcome = { results: [] };
try {
  const { made } = await connected();
  for (const atOnce of JSON.parse(calls)) {
    if (typeof atOnce === 'string') {
      await fetch(`${browser}/${atOnce}`, { method: 'POST' });
      continue;
    }
    const results = await Promise.allSettled(atOnce.map((call) => made.callTool(call)));
    outcome.results.push(
      results.map(({ status, value, reason }) => (status === 'fulfilled' ? value : { thrown: String(reason) })),
    );
  }
  await made.close();
} catch (error) {
  outcome.thrown = String(error);
}
outcome.tokens = kept.tokens;
outcome.client = kept.client;
console.log(JSON.stringify(outcome));
