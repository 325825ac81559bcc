import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireQuery } from '@orrery/contract';
import { bindQuery, type Instant, openAccess, parseZone } from '@orrery/semantic';
import { printQuery } from '@orrery/sql';
import { expect, it } from 'vitest';
import { toQuery } from '../../runtime/src/request/wire.ts';
import { shopModel } from './shop-fixture.ts';

const { index } = shopModel();
const lines = readFileSync(join(import.meta.dirname, 'questions/shop.txt'), 'utf8').split('\n');
const queries = [...new Set(lines.filter((line) => line.startsWith('  {"')))];

it.each(queries)('a query of the analyst can be shown as SQL: %s', (text) => {
  const zone = parseZone('UTC');
  if (!zone) throw new Error('UTC is always known');
  const bound = bindQuery(toQuery({ ...(JSON.parse(text) as WireQuery), timezone: 'UTC' }), index, {
    now: Date.parse('2026-03-01T12:00:00Z') as Instant,
    access: openAccess,
    defaultZone: zone,
    defaultLimit: 10_000,
    maxLimit: 50_000,
  });
  if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
  expect(printQuery(bound.value, index)).toContain('FROM');
});
