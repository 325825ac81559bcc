import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { knownVariables } from '../../packages/config/src/setting-names.ts';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { describeTrino, trinoSchema } from '../servers/trino.ts';
import { settingsOfImage } from './settings-of-image.ts';

const folder = resolve(import.meta.dirname, '../../examples/compose');

interface Service {
  readonly image?: string;
  readonly pull_policy?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly (
    | string
    | { readonly source: string; readonly read_only: boolean; readonly bind: object }
  )[];
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly { readonly subnet: string }[] } }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const read = (name: string) => parse(textOf(name), { merge: true }) as ComposeFile; // checked below

const files = ['one-node.yml', 'three-nodes.yml', 'trino.yml'];
const nodesOf = ({ services }: ComposeFile) =>
  Object.entries(services).filter(([name]) => name === 'orrery' || name.startsWith('node'));

describe.each(files)('%s', (name) => {
  const file = read(name);
  const ownServices = Object.entries(file.services).filter(([, { image }]) => image !== undefined);

  it('names settings that exist, and takes each secret from outside', () => {
    const used = textOf(name).match(/\b(?:ORRERY|CUBEJS)_[A-Z_]+\b/g) ?? [];
    expect(used.filter((variable) => !knownVariables.includes(variable))).toEqual([]);
    for (const [, { environment = {} }] of ownServices)
      for (const [variable, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|DATABASE_URL/.test(variable)) expect(String(value)).toMatch(/\$\{\w+(?::\?[^}]*)?\}/);
    expect(textOf(name)).not.toMatch(/:-[^}]*\}/); // no default stands in for a secret
  });

  it('gives no service rights, nor a root that it can write', () => {
    for (const [service, each] of ownServices)
      expect([service, each]).toEqual([
        service,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          image: each.pull_policy === 'never' ? 'orrery' : expect.stringMatching(/:\d+(?:\.\d+)*(?:-alpine)?$/),
        }),
      ]);
  });

  it('checks the health of each service, and mounts only what is there or declared', () => {
    for (const [service, { healthcheck, image, volumes = [], depends_on = {} }] of Object.entries(file.services)) {
      if (image !== undefined && image !== 'orrery') expect([service, healthcheck?.test[0]]).toEqual([service, 'CMD']);
      for (const volume of volumes) {
        const source = typeof volume === 'string' ? (volume.split(':')[0] ?? '') : volume.source;
        if (typeof volume !== 'string')
          expect(volume).toMatchObject({ read_only: true, bind: { create_host_path: false } });
        if (!source.startsWith('.')) expect(Object.keys(file.volumes)).toContain(source);
        else if (source !== './project') expect(existsSync(join(folder, source)), source).toBe(true);
      }
      for (const { condition } of Object.values(depends_on)) expect(condition).toBe('service_healthy');
    }
  });

  it('serves the project that is mounted, and keeps the data of each node apart', () => {
    const data = nodesOf(file).map(([node, { environment = {}, volumes = [] }]) => {
      if (name !== 'trino.yml') expect(environment['ORRERY_PROJECT']).toBe(settingsOfImage.workdir);
      expect(
        volumes.some((volume) => typeof volume !== 'string' && volume.source.endsWith('project')),
        node,
      ).toBe(true);
      return volumes.filter((volume) => String(volume).endsWith(`:${settingsOfImage.volumes[0]}`)).map(String);
    });
    expect(new Set(data.flat()).size).toBe(name === 'trino.yml' ? 0 : nodesOf(file).length);
  });
});

describeTrino('the project of trino.yml', () => {
  it('answers from the catalog that is mounted', async () => {
    const { host, port, ask, drop } = await trinoSchema();
    const directory = mkdtempSync(join(tmpdir(), 'orrery-compose-'));
    try {
      const catalog = /^connector\.name=(\w+)$/m.exec(textOf('trino/catalog/tpch.properties'))?.[1];
      const environment = { TRINO_URL: `trino://orrery@${host}:${port}/${catalog}?sslmode=disable` };
      const project = ['--project', join(folder, 'trino/project')];
      const checked = await runOrrery(['check', '--connect', ...project], { directory, environment });
      expect([checked.code, checked.errors]).toEqual([0, '']);
      const dates = { dimension: 'orders.ordered_on', dateRange: ['1995-01-01', '1995-12-31'] };
      const query = JSON.stringify({ measures: ['orders.count'], timeDimensions: [dates] });
      const { output } = await runOrrery(['query', '--format', 'csv', ...project, query], { directory, environment });
      const [[orders] = []] = await ask('SELECT count(*) FROM tpch.tiny.orders WHERE year(orderdate) = 1995');
      expect(output).toBe(`orders.count\r\n${orders}\n`);
    } finally {
      rmSync(directory, { recursive: true });
      await drop();
    }
  });
});

it('three nodes believe their proxy alone, which answers for all of them', () => {
  const file = read('three-nodes.yml');
  const { proxy } = file.services;
  const { front } = (proxy?.networks ?? {}) as Readonly<Record<string, { readonly ipv4_address: string }>>;
  const [subnet = '', bits = ''] = (file.networks?.['front']?.ipam?.config[0]?.subnet ?? '').split('/');
  const inside = new BlockList();
  inside.addSubnet(subnet, Number(bits));
  expect(inside.check(front?.ipv4_address ?? '')).toBe(true);
  const nodes = nodesOf(file);
  expect(nodes).toHaveLength(3);
  for (const [, { environment, ports }] of nodes) {
    expect(environment?.['ORRERY_TRUST_PROXY']).toBe(front?.ipv4_address);
    expect(ports).toBeUndefined();
  }
  expect(proxy?.environment?.['NODES']).toBe(nodes.map(([name]) => `${name}:4000`).join(' '));
  expect(file.services['postgres']?.networks).toEqual(['store']);
  const settings = nodes.map(([, { environment }]) => environment);
  expect(new Set(settings.map((each) => JSON.stringify(each))).size).toBe(1);
});

it('the variables that the files need are those of .env.example, where none has a value', () => {
  const needed = files.flatMap((name) => [...textOf(name).matchAll(/\$\{(\w+)/g)].map((match) => match[1]));
  const given = textOf('.env.example')
    .split('\n')
    .filter((line) => /^\w/.test(line));
  expect(given.map((line) => line.replace(/=$/, '')).toSorted()).toEqual([...new Set(needed)].toSorted());
});
