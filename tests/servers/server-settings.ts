/** Settings of an engine on a test server, without TLS. */
export function serverSettings(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    password,
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    maxRunning: 4,
    timeoutMs: 60_000,
  } as const;
}
