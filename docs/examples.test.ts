import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  bindQuery,
  compileModel,
  compileQuery,
  dialectFor,
  type Instant,
  indexModel,
  parseZone,
  openAccess,
} from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { loadModelFiles } from '../packages/runtime/src/model/load-model-files.ts';
import { readRequest } from '../packages/runtime/src/request/read-request.ts';
import { toQuery } from '../packages/runtime/src/request/wire.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const root = resolve(import.meta.dirname, '..');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })].sort();
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

const { build } = compileModel(loadModelFiles(join(root, 'examples/shop/model')));
const model = indexModel(build.pieces, build.unavailable);

interface Example {
  readonly page: string;
  readonly line: number;
  readonly query: string;
}

/** JSON blocks marked as queries, and the queries of command lines over the demo. */
function examplesOf(page: string): readonly Example[] {
  return fencedBlocks(textOf(page)).flatMap(({ language, use, text, line }) => {
    if (language === 'json' && use === 'query') return [{ page, line, query: text }];
    if (language !== '' || text.includes('--project')) return [];
    return [...text.matchAll(/'(?:query=)?(\{.*\})'/g)].map((match) => ({ page, line, query: match[1] ?? '' }));
  });
}

describe('queries in the documentation', () => {
  const examples = pages.flatMap(examplesOf);

  it.each(examples)('$page:$line becomes a statement over the demo', ({ query }) => {
    const zone = parseZone('UTC')!;
    const limits = { defaultZone: zone, defaultLimit: 10_000, maxLimit: 50_000 };
    const context = { now: Date.UTC(2026, 0, 31) as Instant, access: openAccess, ...limits };
    for (const asked of readRequest({ query: JSON.parse(query) }, false).queries) {
      const bound = bindQuery(toQuery(asked.query), model, context);
      expect(bound).toMatchObject({ ok: true, warnings: [] });
      const compiled = bound.ok && compileQuery(bound.value, model, dialectFor('duckdb')!);
      expect(compiled).toMatchObject({ ok: true });
    }
  });
});

it.each(pages)('%s has no dead links', (page) => {
  const text = textOf(page);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const dead = links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(page, link));
  expect(dead).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(target)) return false;
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).includes(heading);
}

/** Anchors as code hosts build them from headings: lower case, spaces as dashes, no punctuation. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}
