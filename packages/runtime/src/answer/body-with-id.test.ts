import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadFacts, presentLoad } from '../query/index.ts';
import { BodyWithId } from './body-with-id.ts';

/** Texts that look like the place of the id. */
const misleading = '"requestId":"","requestId":""';

const facts: LoadFacts = {
  query: {
    dimensions: ['orders.status', misleading],
    measures: [],
    timeDimensions: [],
    filters: [],
    timezone: 'UTC',
    limit: 10,
    rowLimit: 10,
  },
  lastRefreshTime: '2024-05-15T10:20:30.000Z',
  annotation: { measures: {}, dimensions: {}, segments: {}, timeDimensions: {} },
  dataSource: 'default',
  dbType: 'duckdb',
  slowQuery: false,
  warnings: [{ code: 'request.limit-reached', message: misleading }],
};

const rows = Buffer.from(`[{"orders.status":${JSON.stringify(misleading)},"x":"äöü ${'z'.repeat(5_000)}"}]`);

/** The body made for one id alone. */
const madeFor = (requestId: string, isMulti: boolean) => presentLoad({ ...facts, requestId }, [rows], isMulti).bytes;

function keptBody(isMulti: boolean): BodyWithId {
  const { bytes, idAt = -1 } = presentLoad({ ...facts, requestId: '' }, [rows], isMulti);
  return new BodyWithId(bytes, { idAt });
}

describe.each([false, true])('a kept body that shows ids (wrapped: %s)', (isMulti) => {
  it('is, byte by byte, the one that is made for the id alone', () => {
    const kept = keptBody(isMulti);
    const ids = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._:/+=@-]{1,128}$/), fc.string(), fc.constant(misleading));
    fc.assert(
      fc.property(ids, (id) => {
        const body = kept.forRequest(id);
        expect(body.bytes.equals(madeFor(id, isMulti))).toBe(true);
        expect(body.byteLength).toBe(body.bytes.byteLength);
      }),
    );
  });

  it('is the same when it is compressed, of which all but the id is kept', async () => {
    let compressed = 0;
    const { bytes, idAt = -1 } = presentLoad({ ...facts, requestId: '' }, [rows], isMulti);
    const kept = new BodyWithId(bytes, { idAt, onCompressed: () => (compressed += 1) });
    expect([kept.forRequest('a').readyIn('gzip'), kept.addedBytes]).toEqual([undefined, 0]);
    for (const id of ['a', 'b', 'x'.repeat(128), misleading]) {
      const body = kept.forRequest(id);
      const packed = await body.inEncoding('gzip');
      expect(gunzipSync(packed).equals(madeFor(id, isMulti))).toBe(true);
      expect(body.readyIn('gzip')).toEqual(packed);
      expect(packed.byteLength).toBeLessThan(body.byteLength / 4);
    }
    expect(compressed).toBe(1);
    expect(kept.addedBytes).toBeGreaterThan(0);
  });
});

it('a place that is not that of an id is refused', () => {
  expect(() => new BodyWithId(Buffer.from('{"requestId":"a"}'), { idAt: 13 })).toThrow('no empty id');
});
