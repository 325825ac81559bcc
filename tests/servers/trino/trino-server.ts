import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import type { ServerKind } from '../shared-server.ts';

/** The address that servers of tests listen on. */
export const trinoHost = '127.0.0.1';
/** The user that statements of tests run as. */
export const trinoUser = 'orrery';

/** Classes by which the server finds its plugins; archives of plugins name them in a jar of their own. */
const classes = {
  hive: 'io.trino.plugin.hive.HivePlugin',
  iceberg: 'io.trino.plugin.iceberg.IcebergPlugin',
  memory: 'io.trino.plugin.memory.MemoryPlugin',
  tpch: 'io.trino.plugin.tpch.TpchPlugin',
};

export interface TrinoServerSettings {
  readonly version: string;
  /** Settings of each catalog, by its name; each has the plugin of its `connector.name`. */
  readonly catalogs: Readonly<Record<string, CatalogSettings>>;
  /** Settings of the server, next to those that every server of tests has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The address of its coordinator, such as `http://127.0.0.1:8080`, where it is a worker. */
  readonly coordinator?: string;
  /** The largest heap, as Java names it. */
  readonly heap?: string;
}

interface CatalogSettings {
  readonly 'connector.name': keyof typeof classes;
  readonly [setting: string]: string;
}

/** A Trino server, started from the jars in the user's cache. */
export function trinoServer({
  version,
  catalogs,
  settings,
  coordinator,
  heap = '2g',
}: TrinoServerSettings): ServerKind {
  const jars = folderOf(version);
  return {
    name: `trino-${version}`,
    missing: missingOf(version, catalogs) ?? '',
    prepare: (folder) => {
      mkdirSync(join(folder, 'catalogs'), { recursive: true });
      for (const plugin of pluginsOf(catalogs)) {
        const own = join(folder, 'plugins', plugin);
        const services = join(own, 'services/META-INF/services');
        mkdirSync(services, { recursive: true });
        writeFileSync(join(services, 'io.trino.spi.Plugin'), classes[plugin]);
        for (const jar of readdirSync(join(jars, 'plugins', plugin)))
          symlinkSync(join(jars, 'plugins', plugin, jar), join(own, jar));
      }
      for (const [name, lines] of Object.entries(catalogs))
        writeFileSync(join(folder, 'catalogs', `${name}.properties`), textOf(lines));
      const all = { ...usualSettings(folder, coordinator !== undefined), ...settings };
      writeFileSync(join(folder, 'config.properties'), textOf(all));
    },
    command: (folder, port) => [
      join(java ?? '', 'bin/java'),
      `-Xmx${heap}`,
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '--add-modules=jdk.incubator.vector',
      `-Dconfig=${folder}/config.properties`,
      `-Dhttp-server.http.port=${port}`,
      `-Ddiscovery.uri=${coordinator ?? `http://${trinoHost}:${port}`}`,
      // A common setting of servers: it reveals statements that rely on UTC.
      '-Duser.timezone=America/New_York',
      '-cp',
      `${jars}/main/*`,
      join(import.meta.dirname, 'TrinoLauncher.java'),
      version,
    ],
    tryToConnect: async (_, port) => {
      const response = await fetch(`http://${trinoHost}:${port}/v1/info`);
      const { starting } = (await response.json()) as { readonly starting: boolean }; // of the server's protocol
      if (starting) throw new Error('Trino is starting');
    },
  };
}

/** @returns what this machine lacks for such a server, in words */
export function missingOf(version: string, catalogs: TrinoServerSettings['catalogs']): string | undefined {
  if (java === undefined)
    return 'no Java 25 or newer with the module jdk.incubator.vector is in JAVA_HOME or /usr/lib/jvm';
  const folders = ['main', ...pluginsOf(catalogs).map((plugin) => `plugins/${plugin}`)];
  const absent = folders.map((name) => join(folderOf(version), name)).filter((folder) => !existsSync(folder));
  return absent.length === 0 ? undefined : `jars are not in ${absent.join(', ')} (.ci/install-trino fetches them)`;
}

/** The folder with the jars of a version. */
export function folderOf(version: string): string {
  return cacheFolder(`trino-${version}`);
}

/** The first Java that can run the server: in its file `release`, it lists its version and modules. */
export const java = javaHome();

/**
 * Runs a statement by the protocol alone, without the engine.
 *
 * @param schema of the catalog `memory`
 * @returns its rows, as JSON has their values
 */
export async function askTrino(port: number, schema: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const headers = {
    'X-Trino-User': trinoUser,
    'X-Trino-Catalog': 'memory',
    'X-Trino-Schema': schema,
    'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
  };
  const rows: (readonly unknown[])[] = [];
  let response = await fetch(`http://${trinoHost}:${port}/v1/statement`, { method: 'POST', body: sql, headers });
  for (;;) {
    if (!response.ok) throw new Error(`Trino answers with ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as AskedPage; // of the server's protocol
    if (page.error) throw new Error(page.error.message);
    rows.push(...(page.data ?? []));
    if (page.nextUri === undefined) return rows;
    response = await fetch(page.nextUri, { headers });
  }
}

interface AskedPage {
  readonly nextUri?: string;
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly message: string };
}

function pluginsOf(catalogs: TrinoServerSettings['catalogs']): readonly (keyof typeof classes)[] {
  return [...new Set(Object.values(catalogs).map((catalog) => catalog['connector.name']))];
}

function usualSettings(folder: string, isWorker: boolean): Readonly<Record<string, string>> {
  return {
    'node.environment': 'test',
    'node.bind-ip': trinoHost,
    'node.internal-address': trinoHost,
    coordinator: String(!isWorker),
    ...(isWorker ? {} : { 'node-scheduler.include-coordinator': 'true' }),
    'catalog.config-dir': join(folder, 'catalogs'),
    'plugin.dir': join(folder, 'plugins'),
    // Little for each statement, so that many can wait for their readers.
    'sink.max-buffer-size': '1MB',
    'exchange.max-buffer-size': '1MB',
    'exchange.max-response-size': '1MB',
    'task.concurrency': '1',
    // Plans of thousands of statements would fill the memory of the server.
    'query.max-memory': '400MB',
    'query.max-memory-per-node': '300MB',
    ...(isWorker ? {} : { 'query.min-expire-age': '20s', 'query.max-history': '20' }),
  };
}

function textOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function javaHome(): string | undefined {
  const usual = '/usr/lib/jvm';
  const installed = existsSync(usual) ? readdirSync(usual).map((name) => join(usual, name)) : [];
  return [process.env['JAVA_HOME'] ?? '', ...installed].find((home) => {
    const file = join(home, 'release');
    if (home === '' || !existsSync(file)) return false;
    const release = readFileSync(file, 'utf8');
    const version = Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1] ?? 0);
    return version >= 25 && /^MODULES=.*\bjdk\.incubator\.vector\b/m.test(release);
  });
}
