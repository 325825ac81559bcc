import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { migratedPlace, type StorePlace, storyKinds } from '../../../../tests/servers/store-place.ts';
import { projectOf } from '../../../deployments/src/version/project-for-test.ts';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { currentRequest } from '../../../kernel/src/scope/request-scope.ts';
import { changeVersions } from '../../../../tests/change-versions.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 }); // threads begin and end here

/** Resource types that call back while they are open, and whose end Node reports when they are closed. */
const lasting = new Set([
  'FSEVENTWRAP',
  'MESSAGEPORT',
  'PIPEWRAP',
  'PROCESSWRAP',
  'STATWATCHER',
  'TCPWRAP',
  'TLSWRAP',
  'Timeout',
  'UDPWRAP',
  'WORKER',
]);

/** Open resources that were created for a request: type and request by async id. */
const begun = new Map<number, string>();
const hook = createHook({
  init: (id, type) => {
    const request = currentRequest();
    if (request && lasting.has(type)) begun.set(id, `${type} of ${request.requestId}`);
  },
  destroy: (id) => begun.delete(id),
});

let directory: string;
let place: StorePlace;
let composition: Composition;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-outlasting-'));
  begun.clear();
  hook.enable();
});

afterEach(async () => {
  hook.disable();
  await composition?.close();
  await place?.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe.each(storyKinds)('with its metadata on %s', (kind) => {
  it('a resource that stays open does not belong to the request that opened it', async () => {
    place = await migratedPlace(kind);
    const folder = join(directory, 'project');
    mkdirSync(join(folder, 'model'), { recursive: true });
    writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n    allow: []\n');
    const environment = { ...place.environment, ORRERY_DATA: join(directory, 'data') };
    const settings = readSettings({ flags: { dev: true }, environment, directory });
    composition = await compose({
      settings,
      project: readProject(folder, {}),
      log: pino({ level: 'silent' }),
      clock: Date,
    });
    const { metadata, app } = composition;
    const { changes, users, apiKeys, accountId } = metadata;
    const user = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'root', role: 'admin' }),
    );
    const { text: key } = await changes.make({ accountId, by }, (change) =>
      apiKeys.create(change, { userId: user.id, name: 'root', deployments: 'all' }),
    );
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    let number = 0;
    const ask = async (path: string, authorization: string, body: object) => {
      const answer = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          connection: 'close',
          'x-request-id': `r${++number}`,
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    const { id } = (await ask('/api/v1/deployments', `Bearer ${key}`, { name: 'Sales' })) as { id: number };
    const { cubeApiToken: token } = (await ask(`/api/v1/deployments/${id}/token`, `Bearer ${key}`, {})) as {
      cubeApiToken: string;
    };
    for (const numbers of [
      [1, 2],
      [3, 4],
    ]) {
      const versions = changeVersions(metadata);
      const { version } = await versions.upload({ accountId, by }, id, { archive: projectOf(numbers) });
      await versions.activate({ accountId, by }, id, version.id);
      const { data } = (await ask(`/d/${id}/cubejs-api/v1/load`, token, {
        query: { measures: ['numbers.total'] },
      })) as {
        data: readonly Record<string, string>[];
      };
      expect(Number(data[0]?.['numbers.total'])).toBe(numbers[0]! + numbers[1]!);
    }
    await eventually(() => expect([...begun.values()]).toEqual([]));
  });
});
