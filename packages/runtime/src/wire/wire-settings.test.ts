import { expect, it } from 'vitest';
import { WireSettings } from './wire-settings.ts';

const open = (startup?: Record<string, string>) =>
  new WireSettings({ defaultZone: 'UTC', user: 'ann', startup: new Map(Object.entries(startup ?? {})) });

it('has the defaults of the contract', () => {
  const settings = open();
  const values = [
    ['client_min_messages', 'NOTICE'],
    ['timezone', 'GMT'],
    ['application_name', null],
    ['extra_float_digits', '1'],
    ['transaction_isolation', 'read committed'],
    ['max_allowed_packet', '67108864'],
    ['max_index_keys', '32'],
    ['lc_collate', 'en_US.utf8'],
    ['standard_conforming_strings', 'on'],
    ['max_identifier_length', '63'],
    ['role', 'none'],
    ['server_version_num', '140002'],
    ['cubesql_penalize_post_processing', 'false'],
    ['cube_cache', null],
  ] as const;
  for (const [name, value] of values) expect([name, settings.get(name.toUpperCase())]).toEqual([name, value]);
  expect(settings.get('nope')).toBeUndefined();
  expect(() => settings.require('nope')).toThrow('unrecognized configuration parameter "nope"');
});

it('reports what clients read at the start, and what has changed since', () => {
  const settings = open({
    application_name: 'psql',
    client_encoding: "'utf-8'",
    TimeZone: 'Europe/Berlin',
    DateStyle: 'ISO, MDY',
  });
  const reported = Object.fromEntries(settings.reported());
  expect(reported).toMatchObject({
    server_version: '14.2 (Cube SQL)',
    client_encoding: 'UTF8',
    DateStyle: 'ISO',
    integer_datetimes: 'on',
    IntervalStyle: 'postgres',
    standard_conforming_strings: 'on',
    TimeZone: 'Europe/Berlin',
    application_name: 'psql',
    session_authorization: 'ann',
  });
  expect(Object.fromEntries(open().reported())).toMatchObject({ TimeZone: 'Etc/UTC', application_name: '' });
  expect(settings.takeChanged()).toEqual([]);
  settings.set('timezone', ['-7']);
  settings.set('search_path', ['a', 'b']);
  expect(settings.takeChanged()).toEqual([['TimeZone', 'Etc/GMT+7']]);
  expect(settings.takeChanged()).toEqual([]);
  expect([settings.zone, settings.get('search_path')]).toEqual(['Etc/GMT+7', 'a, b']);
});

it('returns to the value of the start', () => {
  const settings = open({ application_name: 'psql' });
  settings.set('application_name', ['x']);
  settings.set('timezone', ['utc']);
  settings.set('role', ['bob']);
  settings.reset('application_name');
  expect(settings.get('application_name')).toBe('psql');
  settings.reset('ALL');
  expect([settings.get('timezone'), settings.zone, settings.role]).toEqual(['GMT', undefined, 'bob']);
});

it('undoes what a transaction has set, and forgets what is local to it', () => {
  const settings = open();
  settings.set('foo.bar', ['1'], { isLocal: true });
  expect(settings.get('foo.bar')).toBeUndefined();
  settings.begin();
  settings.set('foo.bar', ['1']);
  settings.savepoint('a');
  settings.set('foo.bar', ['2']);
  settings.set('timezone', ['Europe/Berlin'], { isLocal: true });
  settings.savepoint('a');
  settings.set('foo.bar', ['3']);
  settings.rollbackTo('a');
  expect([settings.get('foo.bar'), settings.zone]).toEqual(['2', 'Europe/Berlin']);
  settings.release('a');
  settings.rollbackTo('a');
  expect([settings.get('foo.bar'), settings.zone]).toEqual(['1', undefined]);
  settings.set('timezone', ['Europe/Berlin'], { isLocal: true });
  settings.set('foo.bar', ['4'], { isLocal: true });
  settings.commit();
  expect([settings.get('foo.bar'), settings.zone]).toEqual(['1', undefined]);
  settings.begin();
  settings.set('foo.bar', ['5']);
  settings.rollback();
  expect(settings.get('foo.bar')).toBe('1');
  expect(() => settings.rollbackTo('a')).toThrow('savepoint "a" does not exist');
});

it.each([
  ['client_encoding', 'latin1', 'invalid value for parameter "client_encoding": "latin1"'],
  ['datestyle', 'German', 'invalid value for parameter "DateStyle": "German"'],
  ['timezone', 'Mars/Olympus', 'invalid value for parameter "TimeZone": "Mars/Olympus"'],
  ['extra_float_digits', '7', '7 is outside the valid range for parameter "extra_float_digits" (-15 .. 3)'],
  ['standard_conforming_strings', 'off', 'invalid value for parameter "standard_conforming_strings": "off"'],
  ['jit', 'maybe', 'parameter "jit" requires a Boolean value'],
  ['cubesql_penalize_post_processing', 'maybe', 'requires a Boolean value'],
  ['cube_cache', 'nope', 'Invalid value for cache mode: nope'],
  ['server_version', '15', 'parameter "server_version" cannot be changed'],
  ['a b', 'x', 'invalid configuration parameter name "a b"'],
])('refuses %s = %s', (name, value, message) => {
  const settings = open();
  expect(() => settings.set(name, [value])).toThrow(message);
});

it('shows a truth of the contract in its words', () => {
  const settings = open();
  settings.set('cubesql_penalize_post_processing', ['on']);
  expect(settings.get('cubesql_penalize_post_processing')).toBe('true');
});

it('bounds what it keeps of a client', () => {
  const settings = open();
  expect(() => settings.set('a.b', ['x'.repeat(5_000)])).toThrow('4096 characters');
  for (let index = 0; index < 200; index += 1) settings.set(`own.n${index}`, ['x']);
  expect(() => settings.set('own.more', ['x'])).toThrow('200 settings');
  settings.set('own.n7', ['y']);
  expect(settings.get('own.n7')).toBe('y');
});

it('lists all settings by name, and takes no role from the start', () => {
  const settings = open({ role: 'root', 'foo.bar': '1', statement_timeout: '5000' });
  const all = settings.all();
  expect(all.map(({ name }) => name.toLowerCase())).toEqual(all.map(({ name }) => name.toLowerCase()).toSorted());
  expect(settings.role).toBeUndefined();
  expect(all.find(({ name }) => name === 'statement_timeout')).toMatchObject({ setting: '5s', source: 'client' });
  expect(all.find(({ name }) => name === 'foo.bar')).toMatchObject({ setting: '1', resetValue: '1' });
});
