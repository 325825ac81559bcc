import { describe, expect, it } from 'vitest';
import { MessageAllowance, readFrameMessage, readHostMessage, toPost } from './index.ts';

const sessionId = 'a'.repeat(43);
const token = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
const filter = { operator: 'equals', value: ['Oslo', 'Rome'] };

describe('a message of the host', () => {
  it.each([
    { type: 'SET_THEME', payload: 'dark' },
    { type: 'SET_FILTERS', payload: { 'orders.city': filter, 'orders.status': null } },
    {
      type: 'SET_FILTERS',
      payload: { 'orders.paid at': { operator: 'between', value: ['a', 'b'], endInclusive: false } },
    },
    { type: 'SET_FILTERS', payload: { 'orders.status': { operator: 'is_null' } } },
    { type: 'SET_FILTERS', payload: { 'orders.status': { value: [] } } },
    { type: 'SET_FILTERS', payload: {} },
    { type: 'SET_TIME_GRAINS', payload: { 'orders.created': '' } },
    { type: 'SET_TIME_GRAINS', payload: { 'orders.created': 'month', 'orders.paid': null } },
    { type: 'SET_SESSION', payload: { sessionId } },
    { type: 'GET_STATE', payload: { requestId: '1' } },
  ])('is read: %j', (message) => {
    expect(readHostMessage(message)).toEqual(message);
  });

  it('keeps nothing that the protocol does not name', () => {
    const message = { type: 'SET_SESSION', payload: { sessionId, token }, extra: 1 };
    expect(readHostMessage(message)).toEqual({ type: 'SET_SESSION', payload: { sessionId } });
  });

  const circle: Record<string, unknown> = {};
  circle['type'] = circle;
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a.b${at}`, null]));
  it.each([
    [undefined],
    [null],
    ['SET_THEME'],
    [[{ type: 'SET_THEME', payload: 'dark' }]],
    [new Map([['type', 'SET_THEME']])],
    [circle],
    [{ type: 'constructor', payload: {} }],
    [{ type: '__proto__', payload: {} }],
    [{ type: 'SET_THEME' }],
    [{ type: 'SET_THEME', payload: 'purple' }],
    [{ type: 'SET_THEME', payload: ['dark'] }],
    [{ type: 'SET_FILTERS', payload: many }],
    [{ type: 'SET_FILTERS', payload: [filter] }],
    [{ type: 'SET_FILTERS', payload: new Map([['a.b', filter]]) }],
    [{ type: 'SET_FILTERS', payload: JSON.parse('{"__proto__": {"value": 1}}') }],
    [{ type: 'SET_FILTERS', payload: { constructor: { value: 1 } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b\0': { value: 1 } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': {} } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: { x: 1 } } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: Number.NaN } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: [['x']] } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: 'x', sql: '1=1' } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: 'x', operator: 'EQUALS; DROP' } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: 'x', caseSensitive: 'yes' } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: 'x'.repeat(10_001) } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: Array.from({ length: 1001 }, () => 'x') } } }],
    [{ type: 'SET_FILTERS', payload: { 'a.b': { value: Array.from({ length: 30 }, () => 'x'.repeat(9_000)) } } }],
    [{ type: 'SET_FILTERS', payload: { [`a.${'b'.repeat(1000)}`]: { value: 'x' } } }],
    [{ type: 'SET_TIME_GRAINS', payload: { 'a.b': 3 } }],
    [{ type: 'SET_TIME_GRAINS', payload: { 'a.b': 'a month' } }],
    [{ type: 'SET_SESSION', payload: sessionId }],
    [{ type: 'SET_SESSION', payload: { sessionId: token } }],
    [{ type: 'SET_SESSION', payload: { sessionId: 'short' } }],
    [{ type: 'SET_SESSION', payload: { sessionId: 'a'.repeat(257) } }],
    [{ type: 'SET_SESSION', payload: { token } }],
    [{ type: 'GET_STATE', payload: {} }],
    [{ type: 'GET_STATE', payload: { requestId: 'a b' } }],
    [{ type: 'READY', payload: {} }],
  ])('is nothing when it is malformed: %#', (message) => {
    expect(readHostMessage(message)).toBeUndefined();
  });
});

describe('a message of the frame', () => {
  const state = { filters: { 'orders.city': filter }, timeGrains: { 'orders.created': 'month' } };

  it.each([
    { type: 'READY', payload: {} },
    { type: 'LOADED', payload: {} },
    { type: 'HEIGHT', payload: { height: 640.5 } },
    { type: 'SESSION_EXPIRING', payload: { expiresAt: 1_800_000_000_000 } },
    { type: 'SESSION_EXPIRED', payload: {} },
    { type: 'ERROR', payload: { code: 'data.timeout', requestId: 'r-1' } },
    { type: 'ERROR', payload: { code: 'dashboard.unknown' } },
    { type: 'FILTERS_CHANGED', payload: state },
    { type: 'STATE', payload: { ...state, theme: 'auto', requestId: '7' } },
  ] as const)('is read as it was posted: %j', (message) => {
    expect(readFrameMessage(toPost(message))).toEqual(message);
  });

  it.each([
    [{ type: 'READY', payload: {} }],
    [{ source: 'orrery', version: 2, type: 'READY', payload: {} }],
    [{ source: 'other', version: 1, type: 'READY', payload: {} }],
    [{ source: 'orrery', version: 1, type: 'READY' }],
    [{ source: 'orrery', version: 1, type: 'toString', payload: {} }],
    [{ source: 'orrery', version: 1, type: 'HEIGHT', payload: { height: -1 } }],
    [{ source: 'orrery', version: 1, type: 'HEIGHT', payload: { height: Number.NaN } }],
    [{ source: 'orrery', version: 1, type: 'HEIGHT', payload: { height: Number.POSITIVE_INFINITY } }],
    [{ source: 'orrery', version: 1, type: 'HEIGHT', payload: { height: '640px' } }],
    [{ source: 'orrery', version: 1, type: 'ERROR', payload: { code: '<img src=x>' } }],
    [{ source: 'orrery', version: 1, type: 'FILTERS_CHANGED', payload: { filters: {} } }],
    [{ source: 'orrery', version: 1, type: 'STATE', payload: { ...state, theme: 'x', requestId: '7' } }],
  ])('is nothing when it is malformed: %j', (message) => {
    expect(readFrameMessage(message)).toBeUndefined();
  });
});

it('reads a hundred messages at once, then fifty a second', () => {
  let now = 0;
  const allowance = new MessageAllowance(() => now);
  const taken = () => Array.from({ length: 1_000 }, () => allowance.take()).filter(Boolean).length;
  expect(taken()).toBe(100);
  now += 1_000;
  expect(taken()).toBe(50);
  now += 3_600_000;
  expect(taken()).toBe(100);
});
