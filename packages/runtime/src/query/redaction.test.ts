import { expect, it } from 'vitest';
import { openAccess } from '@orrery/semantic';
import { sampleModel } from './sample-model.ts';
import { redactionFor } from './redaction.ts';

const redaction = redactionFor(sampleModel(), openAccess);

it('shows names visible to the caller', () => {
  expect([redaction.member('orders.count'), redaction.cube('orders')]).toEqual(['orders.count', 'orders']);
  expect(redaction.text('orders.status is one of ["orders.id"]')).toBe('orders.status is one of ["orders.id"]');
});

it('redacts names hidden from the caller', () => {
  expect([redaction.member('orders.id'), redaction.member('secret.code'), redaction.cube('secret')]).toEqual([
    'orders.(hidden)',
    '(hidden)',
    '(hidden)',
  ]);
  expect(redaction.text('secret.code is null and orders.id > 5')).toBe('(hidden) is null and orders.(hidden) > 5');
});

it('shows members that a plan makes of others as the first of these, and redacts that', () => {
  expect(redaction.member('orders.count~over~orders.id~')).toBe('orders.count');
  expect(redaction.member('orders.id~over~orders.count~')).toBe('orders.(hidden)');
});

it('redacts hidden names in author SQL', () => {
  const sql = '{CUBE}.a + {CUBE.status} + {CUBE.id} + {secret.code} + {orders.users.city} + {users.orders.id}';
  expect(redaction.sql(sql, 'orders')).toBe(
    '{CUBE}.a + {CUBE.status} + {(hidden)} + {(hidden)} + {orders.users.city} + {(hidden)}',
  );
});

it('redacts hidden names in sentences, and leaves values alone', () => {
  const words = "'orders.id' of 'secret' cannot follow 'orders.count' along 'orders.secret' for 'text'";
  expect(redaction.sentence(words)).toBe(
    "'orders.(hidden)' of '(hidden)' cannot follow 'orders.count' along 'orders.(hidden)' for 'text'",
  );
});
