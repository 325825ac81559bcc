import type { BoundQuery, Expression, MemberId, ModelIndex } from '@orrery/semantic';
import { expect, it } from 'vitest';
import type { PreparedBlock } from '../query/index.ts';
import { boundQuery } from '../question/index.ts';
import { sampleModel } from '../query/sample-model.ts';
import { sampleQuery } from '../query/sample-query.ts';
import { answerKey, type AnswerKeyParts } from './answer-key.ts';

const model = sampleModel();

function keyOf(expression: Expression, index: ModelIndex = model): string {
  const bound = sampleQuery([{ name: 'x', alias: 'x', role: 'measure', type: 'number', expression }]);
  return keyOfQuery(bound, index);
}

function keyOfQuery(bound: BoundQuery, index: ModelIndex = model): string {
  const access = { hidden: new Set<MemberId>(), policies: new Map() };
  // The other parts of a prepared query have no part in its key.
  const prepared = { bound, access, model: { index }, timesOf: [] } as unknown as PreparedBlock;
  const parts: AnswerKeyParts = {
    question: boundQuery(prepared, { format: 'compact', countsTotal: false }, { dialectFor: missing }),
    context: { kind: 'caller', securityContext: {} },
    runtime: { serial: 1 },
  };
  return answerKey(parts, { hiddenOf: () => '' });
}

function missing(): never {
  throw new Error('a key needs no dialect');
}

const total = { kind: 'measure', member: 'orders.count' as MemberId } as const;
const times = (text: string): Expression => ({ kind: 'sql', type: 'number', parts: ['', total, ` * ${text}`] });

it('differs by the text of SQL in a query, and by the constants in its holes', () => {
  const value = (text: string): Expression => ({
    kind: 'sql',
    type: 'number',
    parts: [total, ' * ', { kind: 'value', value: { type: 'number', text } }],
  });
  const keys = [times('2'), times('3'), value('2'), value('3')].map((one) => keyOf(one));
  expect(new Set(keys).size).toBe(4);
  expect(keyOf(times('2'))).toBe(keys[0]);
});

it('differs by a filter that is an expression', () => {
  const filter = (text: string): BoundQuery =>
    sampleQuery([{ name: 'x', alias: 'x', role: 'measure', type: 'number', expression: total }], {
      groupFilters: [{ kind: 'true', operand: { kind: 'sql', type: 'boolean', parts: [total, ` > ${text}`] } }],
    });
  expect(keyOfQuery(filter('1'))).not.toBe(keyOfQuery(filter('2')));
});

it('changes with the definition of a cube whose rows are counted, whatever members are read', () => {
  const count: Expression = { kind: 'aggregate', function: 'count', type: 'number', rowsOf: ['users'] };
  const users = model.pieces.get('users');
  if (!users) throw new Error('the sample has users');
  const changed: ModelIndex = {
    ...model,
    pieces: new Map([...model.pieces, ['users', { ...users, hash: 'changed' }]]),
  };
  expect(keyOf(count, changed)).not.toBe(keyOf(count));
  expect(keyOf(total, changed)).toBe(keyOf(total));
});
