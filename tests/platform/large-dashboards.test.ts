import { workbooksSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ContentService, type Person } from './content-service.ts';

const base = '/deployments/1/workbooks';
const position = { x: 0, y: 0, w: 1, h: 1 };
const mib = 1024 * 1024;
/** A text with every kind of character that takes more room in JSON than in memory. */
const text = `"\\\n\u0000é😀 ${'x'.repeat(20_000)}`;

/** @param bytes approximate size of the JSON */
function draftOf(bytes: number) {
  const size =
    Buffer.byteLength(JSON.stringify({ id: 'w10000', type: 'TEXT', position, config: { content: text } })) + 1;
  const count = Math.floor(bytes / size);
  const widgets = Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    type: 'TEXT',
    position,
    config: { content: text },
  }));
  return { widgets };
}

describe.each(storyKinds)('large dashboards, on %s', (kind) => {
  let service: ContentService;
  let owner: Person;

  beforeAll(async () => {
    service = await ContentService.open(kind);
    owner = await service.person('explorer');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const make = async () => Number((await service.get('POST', base, { key: owner.key, body: {} })).id);

  it('are stored up to the largest body, and refused above', async () => {
    const id = await make();
    const dashboardDraft = draftOf(10 * mib - 1_000);
    const body = JSON.stringify({ dashboardDraft });
    expect(Buffer.byteLength(body)).toBeGreaterThan(9.9 * mib);
    const set = await service.get('PUT', `${base}/${id}/dashboard`, { key: owner.key, body });
    expect(JSON.stringify(set.dashboardDraft) === JSON.stringify(dashboardDraft)).toBe(true);
    const published = await service.get('POST', `${base}/${id}/publish`, { key: owner.key, body: { workbookId: id } });
    expect([published.versionNumber, published.config.widgets.length]).toEqual([1, dashboardDraft.widgets.length]);
    const larger = JSON.stringify({ dashboardDraft: draftOf(10 * mib + 40_000) });
    expect(await service.status('PUT', `${base}/${id}/dashboard`, { key: owner.key, body: larger })).toBe(413);
    const read = await service.get('GET', `${base}/${id}`, { key: owner.key });
    expect(read.dashboardPublished.widgets.length).toBe(dashboardDraft.widgets.length);
    await service.get('DELETE', `${base}/${id}`, { key: owner.key });
  });

  it.each([
    [
      'a widget',
      (deep: string) =>
        `{"dashboardDraft":{"widgets":[{"id":"a","type":"AI","position":{"x":0,"y":0,"w":1,"h":1},"config":{"a":${deep}}}]}}`,
      400,
    ],
    ['the settings', (deep: string) => `{"dashboardDraft":{"widgets":[],"settings":{"a":${deep}}}}`, 400],
    ['what nobody reads', (deep: string) => `{"dashboardDraft":{"widgets":[]},"tenantName":${deep}}`, 400],
    ['the draft itself', (deep: string) => `{"dashboardDraft":${deep}}`, 400],
  ] as const)('are refused where a request is nested without an end in %s', async (_, bodyOf, expected) => {
    const id = await make();
    const levels = 200_000;
    for (const deep of [
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    ]) {
      const body = bodyOf(deep);
      expect(await service.status('PUT', `${base}/${id}/dashboard`, { key: owner.key, body })).toBe(expected);
    }
    expect(await service.status('GET', `${base}/${id}`, { key: owner.key })).toBe(200);
  });

  it('shorten the pages of a list, and none is left out', async () => {
    owner = await service.person('explorer');
    const made: number[] = [];
    for (const megabytes of [1, 7, 7, 0, 5]) {
      const id = await make();
      made.push(id);
      const dashboardDraft = draftOf(megabytes * mib);
      await service.get('PUT', `${base}/${id}/dashboard`, { key: owner.key, body: { dashboardDraft } });
    }
    const pages: number[][] = [];
    for (let after = ''; ; ) {
      const page = workbooksSchema.parse(await service.get('GET', `${base}?first=4${after}`, { key: owner.key }));
      pages.push(page.items.map(({ id }) => id));
      expect(page.count).toBe(made.length);
      if (!page.pageInfo.hasNextPage) break;
      after = `&after=${page.pageInfo.endCursor}`;
    }
    expect(pages.flat().sort((one, other) => one - other)).toEqual(made);
    expect(pages.map((ids) => ids.length)).toEqual([3, 2]);
  });
});
