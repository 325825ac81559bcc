// @ts-nocheck: its packages are installed by the tests alone
/**
 * Lists the tools of a server and calls some of them by one of the official clients, as programs do that are built on it.
 * Prints what came, as JSON.
 *
 * node call-tools.js CLIENT ADDRESS AUTHORIZATION CALLS
 *
 * CLIENT is `2026-07-28`, a revision before it, or `sdk`, the client of the first generation; CALLS a list of
 * `{name, arguments}` in JSON.
 */
const [client = '', address = '', authorization = '', calls = '[]'] = process.argv.slice(2);

const about = { name: 'orrery-test', version: '1.0.0' };
const requestInit = { headers: { authorization } };

async function connected() {
  if (client === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const made = new Client(about);
    await made.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    return { made, revision: made.transport?.protocolVersion };
  }
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const isNewest = client === '2026-07-28';
  const made = new Client(about, {
    ...(isNewest ? { versionNegotiation: { mode: { pin: client } } } : { supportedProtocolVersions: [client] }),
  });
  await made.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return { made, revision: made.getNegotiatedProtocolVersion() };
}

const outcome = {};
try {
  const { made, revision } = await connected();
  outcome.revision = revision;
  outcome.server = made.getServerVersion()?.name;
  outcome.tools = (await made.listTools()).tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]);
  outcome.results = [];
  for (const call of JSON.parse(calls)) {
    const progress = [];
    try {
      const options = { onprogress: (step) => progress.push(step) };
      const result = await (client === 'sdk' ? made.callTool(call, undefined, options) : made.callTool(call, options));
      outcome.results.push({ ...result, steps: progress.length });
    } catch (error) {
      outcome.results.push({ thrown: String(error) });
    }
  }
  await made.close();
} catch (error) {
  outcome.thrown = String(error);
}
console.log(JSON.stringify(outcome));
