import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { PolicyCaller } from '@orrery/kernel';
import {
  accessFor,
  bindQuery,
  compileModel,
  compileQuery,
  dialectFor,
  indexModel,
  type Instant,
  type ModelFile,
  parseZone,
  type Query,
} from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareShop } from './prepare.ts';

const { build } = compileModel(readModel());
const model = indexModel(build.pieces, build.unavailable);

describe('the model', () => {
  it('has no problems', () => {
    expect(build.problems).toEqual([]);
    expect(build.unavailable).toEqual([]);
  });

  it('has cubes and views enough to look around in', () => {
    expect(build.pieces.filter(({ kind }) => kind === 'cube').length).toBeGreaterThanOrEqual(8);
    expect(build.pieces.filter(({ kind }) => kind === 'view').length).toBeGreaterThanOrEqual(3);
  });
});

describe('its members over the data', () => {
  let directory: string;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'shop-'));
    const { file } = await prepareShop({ directory, today: '2026-03-01' });
    instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
    connection = await instance.connect();
  });
  afterAll(async () => {
    connection.closeSync();
    instance.closeSync();
    await rm(directory, { recursive: true });
  });

  const pieces = build.pieces.filter(({ isPublic }) => isPublic);

  it.each(pieces)('$name: each dimension and segment has values', async (piece) => {
    const dimensions = piece.dimensions.filter(({ isPublic }) => isPublic).map(({ id }) => id);
    for (const dimension of dimensions) {
      const rows = await run({ ...nothing, dimensions: [dimension], limit: 2 });
      expect(rows.length, dimension).toBeGreaterThan(0);
    }
    for (const { id } of piece.segments) {
      const rows = await run({ ...nothing, dimensions: dimensions.slice(0, 1), segments: [id], limit: 1 });
      expect(rows.length, id).toBe(1);
    }
  });

  it.each(pieces)('$name: each measure has a value', async (piece) => {
    const measures = piece.measures.filter(({ isPublic }) => isPublic).map(({ id }) => id);
    if (measures.length === 0) return;
    const [row] = await run({ ...nothing, measures });
    expect(row).toHaveLength(measures.length);
    expect(measures.filter((_, column) => row?.[column] === null)).toEqual([]);
  });

  async function run(query: Query): Promise<readonly (readonly unknown[])[]> {
    const [duckdb, utc] = [dialectFor('duckdb'), parseZone('UTC')];
    if (!duckdb || !utc) throw new Error('DuckDB and UTC are always known');
    const bound = bindQuery(query, model, {
      now: Date.parse('2026-03-01T00:00:00Z') as Instant,
      access: accessFor(model, manager),
      defaultZone: utc,
      defaultLimit: 10,
      maxLimit: 10,
    });
    if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
    const compiled = compileQuery(bound.value, model, duckdb);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    return (await connection.runAndReadAll(compiled.value.text, [...compiled.value.params])).getRows();
  }
});

/** Somebody whom no policy keeps anything from. */
const manager: PolicyCaller = { securityContext: {}, groups: ['managers'], roles: [], userAttributes: {} };
const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };

function readModel(): readonly ModelFile[] {
  const root = join(import.meta.dirname, 'model');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yml'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}
