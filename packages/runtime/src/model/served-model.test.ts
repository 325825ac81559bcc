import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServedModel } from './served-model.ts';
import { eventually } from '../../../../tests/eventually.ts';

let directory: string;
let served: ServedModel | undefined;
let logged: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-model-'));
  logged = '';
});

afterEach(async () => {
  await served?.close();
  served = undefined;
  rmSync(directory, { recursive: true });
});

const cube = (name: string, measures: readonly string[]) =>
  [
    'cubes:',
    `  - name: ${name}`,
    `    sql_table: ${name}`,
    '    measures:',
    ...measures.flatMap((measure) => [`      - name: ${measure}`, '        type: count']),
    '',
  ].join('\n');

const view = (name: string, of: string) =>
  `views:\n  - name: ${name}\n    cubes:\n      - join_path: ${of}\n        includes: "*"\n`;

function save(path: string, text: string): void {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), text);
}

async function open(): Promise<ServedModel> {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString('utf8');
      done();
    },
  });
  served = await ServedModel.open(directory, pino(sink));
  return served;
}

const members = () => [...(served?.snapshot.index.members.keys() ?? [])].sort();

const soon = (check: () => void) => eventually(check);

describe('a served model', () => {
  it('serves a saved file', async () => {
    save('cubes/orders.yml', cube('orders', ['count']));
    const { version } = (await open()).snapshot;
    save('cubes/orders.yml', cube('orders', ['count', 'paid']));
    await soon(() => expect(members()).toEqual(['orders.count', 'orders.paid']));
    expect(served?.snapshot.version).not.toBe(version);
  });

  it('serves a new file and drops a removed one', async () => {
    save('orders.yml', cube('orders', ['count']));
    await open();
    save('more/deep/users.yml', cube('users', ['count']));
    await soon(() => expect(members()).toEqual(['orders.count', 'users.count']));
    rmSync(join(directory, 'orders.yml'));
    await soon(() => expect(members()).toEqual(['users.count']));
  });

  it('keeps serving the previous model when a save is broken, logs the position, and recovers', async () => {
    save('orders.yml', cube('orders', ['count']));
    save('users.yml', cube('users', ['count']));
    const before = (await open()).snapshot;
    save('users.yml', cube('users', ['count', 'renamed']));
    save('orders.yml', 'cubes:\n  - name: orders\n    sql_tabel: orders\n');
    await soon(() => expect(logged).toContain('the previous model keeps serving'));
    expect(served?.snapshot).toBe(before);
    expect(logged).toMatch(/orders\.yml:3:5: [^]*> 3 \|     sql_tabel: orders/);
    save('orders.yml', cube('orders', ['count', 'fixed']));
    await soon(() => expect(members()).toEqual(['orders.count', 'orders.fixed', 'users.count', 'users.renamed']));
  });

  it('starts without a broken file and its dependents, and serves them once it is fixed', async () => {
    save('broken.yml', 'cubes:\n  - name: broken\n    sql_tabel: x\n');
    save('orders.yml', cube('orders', ['count']));
    save('views.yml', view('on_broken', 'broken'));
    const { snapshot } = await open();
    expect([...snapshot.index.pieces.keys()]).toEqual(['orders']);
    expect([...snapshot.index.unavailable.keys()].sort()).toEqual(['broken', 'on_broken']);
    save('broken.yml', cube('broken', ['count']));
    await soon(() => expect(members()).toEqual(['broken.count', 'on_broken.count', 'orders.count']));
  });

  it('does not change when a file is saved without changes', async () => {
    save('orders.yml', cube('orders', ['count']));
    const { snapshot } = await open();
    save('orders.yml', cube('orders', ['count']));
    save('users.yml', cube('users', ['count']));
    await soon(() => expect(members()).toEqual(['orders.count', 'users.count']));
    expect(served?.snapshot.index.pieces.get('orders')).toBe(snapshot.index.pieces.get('orders'));
  });

  it('refuses a model file that is a program, by name', async () => {
    save('orders.yml', cube('orders', ['count']));
    save('users.js', 'cube("users", {})');
    await open();
    expect(logged).toContain("'users.js' is not read");
    expect(members()).toEqual(['orders.count']);
  });

  it('requires its folder', async () => {
    rmSync(directory, { recursive: true });
    await expect(ServedModel.open(directory, pino({ level: 'silent' }))).rejects.toThrow('ENOENT');
    mkdirSync(directory);
  });
});

it('a large model arrives complete, in chunks', async () => {
  const measures = Array.from({ length: 40 }, (_, index) => `measure_${index}`);
  for (let index = 0; index < 200; index++) save(`cube_${index}.yml`, cube(`cube_${index}`, measures));
  await open();
  expect(members()).toHaveLength(8000);
});
