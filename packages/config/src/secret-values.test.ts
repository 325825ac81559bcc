import { expect, it } from 'vitest';
import { secretValues } from './secret-values.ts';

it('finds secrets by their names and in addresses, at any depth', () => {
  const settings = {
    masterKey: 'm-key',
    tokens: { secrets: ['s-1', 's-2'], key: 't-key', algorithms: ['HS256'] },
    transport: { keyFile: '/etc/tls.key' },
    dataSources: new Map<string, unknown>([
      ['default', { type: 'postgres', url: 'postgres://u:p%40ss@db:5432/x', host: 'db' }],
      ['other', { password: 'pw', allow: ['data'], options: [{ dsn: 'host=db password=in-dsn user=u' }] }],
    ]),
  };
  expect([...secretValues(settings)].sort()).toEqual(
    ['in-dsn', 'm-key', 'p%40ss', 'p@ss', 'pw', 's-1', 's-2', 't-key'].sort(),
  );
});
