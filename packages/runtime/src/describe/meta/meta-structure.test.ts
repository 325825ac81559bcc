import { type MetaAnswer, metaAnswerSchema } from '@orrery/contract';
import { type Access, compileModel, type MemberId, openAccess } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../model/model-snapshot.ts';
import { RequestMemory } from '../../query/index.ts';
import { metaBody } from './meta-body.ts';

const memory = new RequestMemory();

const text = `
cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - name: name
        sql: name
        type: string
        key: id
        aliases: [client]
        links: [{ name: crm, label: CRM, url: "https://crm.example.com/{id}", primary: true }, { name: board, label: Board, dashboard: sales, icon: eye, target: self, params: [{ key: who, value: id }] }]
      - { name: city, sql: city, type: string }
      - { name: secret, sql: secret, type: string, public: false }
      - { name: place, type: geo, latitude: { sql: lat }, longitude: { sql: lon } }
    measures: [{ name: count, type: count }]
    hierarchies:
      - { name: places, title: Where, levels: [city, secret] }
      - { name: secrets, levels: [secret] }
      - { name: kept, levels: [city], public: false }
  - name: buyers
    extends: customers
    sql_table: buyers
    dimensions: [{ name: name, sql: name, type: string }]
views:
  - name: people
    view_group: business
    cubes: [{ join_path: customers, includes: [name, city, count, places, id] }]
    folders:
      - { name: Basics, includes: [count, { name: Where, includes: [city, places] }, city] }
      - { name: All, title: Everything, includes: "*" }
  - { name: hidden, public: false, view_groups: [business, empty], cubes: [{ join_path: customers, includes: "*" }] }
view_groups:
  - { name: business, description: For the business, views: [people, nobody] }
  - { name: empty }
`;

async function meta(
  isExtended = false,
  more: { readonly foldersDelimiter?: string } = {},
  access: Access = openAccess,
): Promise<MetaAnswer> {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  expect(build.problems).toEqual([]);
  const body = await metaBody(await snapshotOf(build), access, { onlyViews: false, isExtended, ...more }, memory);
  const { bytes } = await body.inEncoding(undefined);
  return metaAnswerSchema.parse(JSON.parse(bytes.toString()));
}

const cube = async (name: string) => (await meta()).cubes.find((one) => one.name === name);

describe('metadata', () => {
  it("show hierarchies over public members, and name the original of a view's hierarchy", async () => {
    expect((await cube('customers'))?.hierarchies).toEqual([
      { name: 'customers.places', title: 'Where', levels: ['customers.city'], public: true },
    ]);
    expect((await cube('people'))?.hierarchies).toEqual([
      {
        name: 'people.places',
        title: 'Where',
        levels: ['people.city'],
        public: true,
        aliasMember: 'customers.places',
      },
    ]);
  });

  it('show nested folders by their paths, when a delimiter is set', async () => {
    const { cubes } = await meta(false, { foldersDelimiter: ' / ' });
    expect(cubes.find(({ name }) => name === 'people')?.folders.slice(0, 2)).toEqual([
      { name: 'Basics', members: ['people.count', 'people.city'] },
      { name: 'Basics / Where', members: ['people.city', 'people.places'] },
    ]);
  });

  it('show folders nested, and flat', async () => {
    const people = await cube('people');
    expect(people?.nestedFolders[0]).toEqual({
      name: 'Basics',
      members: ['people.count', { name: 'Where', members: ['people.city', 'people.places'] }, 'people.city'],
    });
    expect(people?.folders[0]).toEqual({ name: 'Basics', members: ['people.count', 'people.city', 'people.places'] });
    expect(people?.folders[1]).toMatchObject({ name: 'All', title: 'Everything' });
    expect(people?.folders[1]?.members).toContain('people.places');
  });

  it('show groups with their visible views', async () => {
    const answer = await meta();
    expect(answer.viewGroups).toEqual([
      { name: 'business', title: 'Business', description: 'For the business', views: ['people'] },
    ]);
    expect((await cube('people'))?.viewGroups).toEqual(['business']);
    expect(await meta(true)).not.toHaveProperty('viewGroups');
  });

  it('show links, primary keys, aliases and source positions', async () => {
    const [name, ...others] = (await cube('customers'))?.dimensions ?? [];
    expect(name).toMatchObject({
      aliases: ['client'],
      links: [
        { name: 'crm', label: 'CRM', target: 'blank', primary: true },
        { name: 'board', label: 'Board', dashboard: 'sales', icon: 'eye', target: 'self', params: ['who'] },
      ],
    });
    expect(name).not.toHaveProperty('key');
    expect(others.map((one) => [one.name, one.type, one.synthetic])).toEqual([
      ['customers.name___link_crm_url', 'string', true],
      ['customers.name___link_board_url', 'string', true],
      ['customers.city', 'string', undefined],
      ['customers.place', 'geo', undefined],
    ]);
    const shown = (await cube('people'))?.dimensions ?? [];
    expect(shown.map((one) => one.name)).toEqual([
      'people.name',
      'people.name___link_crm_url',
      'people.name___link_board_url',
      'people.city',
      'people.id',
    ]);
    expect(shown[0]?.key).toBe('people.id');
  });
});

it('metadata do not name a hierarchy or a parent that is hidden entirely', async () => {
  const of = ['id', 'name', 'name___link_crm_url', 'name___link_board_url', 'city', 'secret', 'place', 'count'];
  const hidden = new Set(of.map((name) => `customers.${name}` as MemberId));
  const { cubes } = await meta(true, {}, { ...openAccess, hidden });
  expect(cubes.map(({ name }) => name)).toContain('people');
  expect(cubes.map(({ name }) => name)).toContain('buyers');
  expect(JSON.stringify(cubes)).toContain('people.places');
  expect(JSON.stringify(cubes)).not.toMatch(/customers/);
});
