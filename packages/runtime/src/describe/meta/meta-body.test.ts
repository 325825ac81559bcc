import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type MetaCube, metaAnswerSchema } from '@orrery/contract';
import {
  type Access,
  indexModel,
  type MemberId,
  openAccess,
  type Piece,
  type RefreshKey,
  type Zone,
} from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import type { ModelSnapshot } from '../../runtime.ts';
import { sampleModel } from '../../query/sample-model.ts';
import { RequestMemory } from '../../query/index.ts';
import { metaBody } from './meta-body.ts';

const memory = new RequestMemory();
import type { MetaCubeOptions } from './meta-cube.ts';

const snapshot = {
  index: sampleModel(),
  build: { pieces: [], unavailable: [], problems: [], notices: [] },
  version: 'v',
} satisfies ModelSnapshot;

async function cubes(options: Partial<MetaCubeOptions> = {}): Promise<readonly MetaCube[]> {
  const body = await metaBody(snapshot, openAccess, { onlyViews: false, isExtended: false, ...options }, memory);
  const { bytes } = await body.inEncoding(undefined);
  return metaAnswerSchema.parse(JSON.parse(bytes.toString())).cubes;
}

async function cube(name: string, options: Partial<MetaCubeOptions> = {}): Promise<MetaCube> {
  const found = (await cubes(options)).find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

describe('metaBody', () => {
  it('leaves out cubes with no public members, and members that are not public', async () => {
    expect((await cubes()).map((one) => one.name)).toEqual(['orders', 'users', 'orders_view']);
    expect((await cube('orders')).dimensions.map((one) => one.name)).toEqual([
      'orders.status',
      'orders.created_at',
      'orders.is_paid',
    ]);
  });

  it('tells how many rows answers may have, in extended metadata', async () => {
    const limits = async (isExtended: boolean, most: number) => {
      const options = { onlyViews: false, isExtended, rowLimits: { usual: 100, most } };
      const { bytes } = await (await metaBody(snapshot, openAccess, options, memory)).inEncoding(undefined);
      return metaAnswerSchema.parse(JSON.parse(bytes.toString())).rowLimits;
    };
    expect(await limits(true, 500)).toEqual({ usual: 100, most: 500 });
    expect(await limits(true, 700)).toEqual({ usual: 100, most: 700 });
    expect(await limits(false, 500)).toBeUndefined();
  });

  it('shows only views when requested', async () => {
    expect((await cubes({ onlyViews: true })).map((one) => one.name)).toEqual(['orders_view']);
  });

  it('describes a cube and its members', async () => {
    const orders = await cube('orders');
    expect(orders).toMatchObject({
      type: 'cube',
      title: 'Orders',
      isVisible: true,
      public: true,
      connectedComponent: 1,
    });
    expect(orders).not.toHaveProperty('sql');
    expect(orders.measures).toEqual([
      {
        name: 'orders.count',
        title: 'orders count',
        shortTitle: 'count',
        isVisible: true,
        public: true,
        formatDescription: { name: 'number', specifier: ',.2~f' },
        type: 'number',
        aggType: 'count',
        cumulative: false,
        cumulativeTotal: false,
        drillMembers: ['orders.status', 'orders.total_amount'],
        drillMembersGrouped: { measures: ['orders.total_amount'], dimensions: ['orders.status'] },
      },
      expect.objectContaining({
        name: 'orders.total_amount',
        aggType: 'sum',
        format: 'currency',
        currency: 'EUR',
        formatDescription: { name: 'currency', specifier: '$,.2~f', currency: 'EUR' },
      }),
    ]);
    expect(orders.dimensions[0]).toEqual({
      name: 'orders.status',
      title: 'orders status',
      shortTitle: 'status',
      description: 'Where it stands',
      meta: { a: 1 },
      isVisible: true,
      public: true,
      type: 'string',
      suggestFilterValues: true,
      primaryKey: false,
    });
    expect(orders.segments).toEqual([
      { name: 'orders.completed', title: 'orders completed', shortTitle: 'completed', isVisible: true, public: true },
    ]);
  });

  it('names the original member of a view member', async () => {
    const view = await cube('orders_view');
    expect(view).not.toHaveProperty('connectedComponent');
    expect(view.dimensions[0]).toMatchObject({ name: 'orders_view.status', aliasMember: 'orders.status' });
  });

  it("adds the author's SQL in the extended form", async () => {
    const orders = await cube('orders', { isExtended: true });
    expect(orders).toMatchObject({
      fileName: 'orders.yml',
      sql: 'SELECT * FROM public.orders',
      joins: [{ name: 'users', relationship: 'many_to_one', sql: '${CUBE}.user_id = users.id' }],
      preAggregations: [{ name: 'by_day' }],
    });
    expect(orders.measures[1]).toMatchObject({ sql: '${CUBE}.amount', filters: [{ sql: '${CUBE}.is_paid' }] });
    expect(orders.dimensions[0]).toMatchObject({ sql: '${CUBE}.status' });
    expect(orders.segments[0]).toMatchObject({ sql: "${CUBE}.status = 'completed'" });
  });

  it.each<[RefreshKey, MetaCube['refreshKey']]>([
    [{ kind: 'immutable' }, { immutable: true }],
    [{ kind: 'schedule', every: '1 hour', everyMs: 3_600_000, phaseMs: 0, zone: 'UTC' as Zone }, { every: '1 hour' }],
    [
      { kind: 'schedule', every: '0 5 * * *', everyMs: 86_400_000, phaseMs: 18_000_000, zone: 'Europe/Berlin' as Zone },
      { every: '0 5 * * *', timezone: 'Europe/Berlin' },
    ],
    [
      {
        kind: 'sql',
        sql: {
          parts: [
            { kind: 'text', text: 'SELECT 1 FROM ' },
            { kind: 'source', cube: 'users' },
          ],
        },
        every: '1 minute',
        everyMs: 60_000,
      },
      { sql: 'SELECT 1 FROM ${users.sql()}', every: '1 minute' },
    ],
  ])('shows when answers become stale: %j', async (refreshKey, shown) => {
    const pieces = [...sampleModel().pieces.values()].map((piece) =>
      piece.kind === 'cube' && piece.name === 'orders' ? { ...piece, refreshKey } : piece,
    );
    const body = await metaBody(
      { ...snapshot, index: indexModel(pieces) },
      openAccess,
      {
        onlyViews: false,
        isExtended: true,
      },
      memory,
    );
    const { bytes } = await body.inEncoding(undefined);
    const [orders] = metaAnswerSchema.parse(JSON.parse(bytes.toString())).cubes;
    expect(orders?.refreshKey).toEqual(shown);
  });

  it('leaves out joins to cubes that are not shown', async () => {
    const { pieces } = sampleModel();
    const withJoins = [...pieces.values()].map((piece): Piece => {
      if (piece.kind !== 'cube' || piece.name !== 'orders') return piece;
      return { ...piece, joins: piece.joins.flatMap((join) => [join, { ...join, to: 'secret' }]) };
    });
    const model = { ...snapshot, index: indexModel(withJoins) };
    const body = await metaBody(model, openAccess, { onlyViews: false, isExtended: true }, memory);
    const { bytes } = await body.inEncoding(undefined);
    const answer = metaAnswerSchema.parse(JSON.parse(bytes.toString()));
    const orders = answer.cubes.find(({ name }) => name === 'orders');
    expect(orders?.joins?.map(({ name }) => name)).toEqual(['users']);
    expect(bytes.toString()).not.toContain('secret');
  });

  it('is written for each set of limits in the extended form, whatever their values', async () => {
    const limitedTo = (...regions: readonly string[]): Access => {
      const rows = [
        { kind: 'member', member: 'orders.status' as MemberId, operator: 'equals', values: regions },
      ] as const;
      const policy = { shows: 'all', masks: new Set<MemberId>(), ...(regions.length > 0 ? { rows } : {}) } as const;
      return { ...openAccess, policies: new Map([['orders', [policy]]]) };
    };
    const of = (access: Access) => metaBody(snapshot, access, { onlyViews: false, isExtended: true }, memory);
    const body = await of(limitedTo('EU'));
    expect(await of(limitedTo('US', 'EU'))).toBe(body);
    expect(await of(limitedTo())).not.toBe(body);
  });

  it('is written once, and compressed once for each encoding', async () => {
    const options = { onlyViews: false, isExtended: false };
    const body = await metaBody(snapshot, openAccess, options, memory);
    expect(await metaBody(snapshot, openAccess, options, memory)).toBe(body);
    const plain = await body.inEncoding('identity');
    const gzip = await body.inEncoding('gzip, deflate');
    const brotli = await body.inEncoding('gzip, deflate, br');
    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual(['identity', 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
    expect((await body.inEncoding('br')).bytes).toBe(brotli.bytes);
  });

  it('has a stable tag', async () => {
    const body = await metaBody(snapshot, openAccess, { onlyViews: false, isExtended: false }, memory);
    expect(body.isKnownTo(undefined)).toBe(false);
    expect(body.isKnownTo('"other"')).toBe(false);
    expect(body.isKnownTo(`"other", ${body.etag}`)).toBe(true);
  });
});
