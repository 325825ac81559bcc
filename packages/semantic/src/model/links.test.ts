import { describe, expect, it } from 'vitest';
import { buildModel, memberOf, messages, ordersCube, shop } from './model-fixture.ts';

const linked = (link: string) =>
  buildModel(
    ordersCube(`dimensions:
  - {name: id, sql: id, type: number, primary_key: true}
  - {name: at, sql: at, type: time}
  - name: status
    sql: status
    type: string
    links: [${link}]
measures: [{name: count, type: count}]`),
  );

describe('links', () => {
  it('have a companion member with the URL, as public as the dimension', () => {
    const build = linked(
      '{name: crm, label: "In the CRM", url: "https://crm.example.com/{id}", primary: true, icon: eye}',
    );
    expect(messages(build.problems)).toEqual([]);
    expect(memberOf(build, 'orders.status')).toMatchObject({
      links: [{ name: 'crm', label: 'In the CRM', icon: 'eye', target: 'blank', isPrimary: true, parameters: [] }],
    });
    expect(memberOf(build, 'orders.status___link_crm_url')).toMatchObject({
      title: 'Orders Status In the CRM',
      type: 'string',
      isPublic: true,
      isSynthetic: true,
    });
  });

  it.each([
    ['{name: l, label: L}', 'orders cube: "dimensions.2.links.0.url" is required'],
    ['{name: l, url: /x}', 'orders cube: "dimensions.2.links.0.label" is required'],
    [
      '{name: l, label: L, url: /x, dashboard: d}',
      'orders cube: "dimensions.2.links.0" takes either url or dashboard, not both',
    ],
    [
      '{name: l, label: L, url: "{id}", params: [{key: a, value: id}]}',
      'orders cube: "dimensions.2.links.0.params" needs a url that is an address with references in it, such as https://example.com/{id}, or a dashboard',
    ],
    [
      '{name: l, label: L, url: "/x/{at}"}',
      "A link of 'orders.status' takes values of dimensions, and 'orders.at' is a time",
    ],
    [
      '{name: l, label: L, url: "/x/{count}"}',
      "A link of 'orders.status' takes values of dimensions, and 'orders.count' is a measure",
    ],
    [
      '{name: l, label: L, url: "/x/{CUBE}.id"}',
      "A link of 'orders.status' takes values of dimensions, and 'orders' is a cube",
    ],
    ['{name: l, label: L, url: "/x/{ghost}"}', "orders.ghost cannot be resolved. There's no such member or cube."],
    [
      '{name: l, label: L, url: /x, target: other}',
      'orders cube: "dimensions.2.links.0.target" must be one of [blank, self]',
    ],
    [
      '{name: l, label: L, url: /x}, {name: l, label: M, url: /y}',
      "orders cube: Found duplicate link 'l' in a dimension",
    ],
    ['{name: l, label: L, url: /x, href: /y}', 'orders cube: "dimensions.2.links.0.href" is not allowed'],
  ])('are refused: %s', (link, message) => {
    expect(messages(linked(link).problems)).toEqual([message.replaceAll('dimensions.2', 'dimensions.status')]);
  });

  it('may read members of joined cubes', () => {
    const build = buildModel(
      shop.replace(
        '{name: status, sql: status, type: string}',
        '{name: status, sql: status, type: string, links: [{name: l, label: L, url: "/c/{customers.city}"}]}',
      ),
    );
    expect(messages(build.problems)).toEqual([]);
    expect(memberOf(build, 'orders.status___link_l_url').expression).toEqual({
      kind: 'composed',
      isGuarded: false,
      parts: [
        '/c/',
        {
          kind: 'sql',
          form: 'escaped',
          sql: { parts: [{ kind: 'member', member: 'customers.city', path: ['customers'] }] },
        },
      ],
    });
  });
});

describe('geo dimensions', () => {
  const dimension = (keys: string) => messages(buildModel(ordersCube(`dimensions: [{name: p, ${keys}}]`)).problems);

  it.each([
    ['type: geo', 'orders cube: "dimensions.p.latitude" is required'],
    ['type: geo, latitude: {sql: a}', 'orders cube: "dimensions.p.longitude" is required'],
    ['type: geo, latitude: {}, longitude: {sql: b}', 'orders cube: "dimensions.p.latitude.sql" is required'],
    ['type: geo, latitude: a, longitude: {sql: b}', 'orders cube: "dimensions.p.latitude" must be of type object'],
    [
      'type: geo, sql: a, latitude: {sql: a}, longitude: {sql: b}',
      'orders cube: "sql" does not belong to a dimension of type geo, which has latitude and longitude',
    ],
    ['type: number, sql: a, latitude: {sql: a}', 'orders cube: "latitude" needs type: geo'],
  ])('are refused: %s', (keys, message) => {
    expect(dimension(keys)).toContain(message);
  });

  it('are texts that metadata call geo', () => {
    const build = buildModel(ordersCube('dimensions: [{name: p, type: geo, latitude: {sql: a}, longitude: {sql: b}}]'));
    expect(memberOf(build, 'orders.p')).toMatchObject({ type: 'string', shownType: 'geo' });
  });
});

describe('key and aliases', () => {
  it('name a dimension, and other names', () => {
    const build = buildModel(
      `${shop.replace('{name: name, sql: name, type: string}', '{name: name, sql: name, type: string, key: id, aliases: [client, buyer]}')}
views: [{name: v, cubes: [{join_path: customers, includes: [name, {name: id, alias: number}]}]}, {name: w, cubes: [{join_path: customers, includes: [name]}]}]`,
    );
    expect(memberOf(build, 'customers.name')).toMatchObject({ key: 'customers.id', aliases: ['client', 'buyer'] });
    expect(memberOf(build, 'v.name')).toMatchObject({ key: 'v.number' });
    expect(memberOf(build, 'w.name')).not.toHaveProperty('key');
  });

  it('refuse anything but a dimension', () => {
    const keyed = (key: string) =>
      messages(
        buildModel(
          shop.replace('{name: name, sql: name, type: string}', `{name: name, sql: name, type: string, key: ${key}}`),
        ).problems,
      );
    expect(keyed('count')).toEqual(["'count' is a measure and does not belong in key"]);
    expect(keyed('ghost')).toEqual(["customers.ghost cannot be resolved. There's no such member or cube."]);
  });
});
