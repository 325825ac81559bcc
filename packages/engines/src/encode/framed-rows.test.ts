import { expect, it } from 'vitest';
import { frameRows, withRoom } from './framed-rows.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const bytes = (content: string) => new TextEncoder().encode(content);
const large = () => withRoom([bytes('a'.repeat(700_000)), bytes('b'.repeat(700_000))]);
const content = 'a'.repeat(700_000) + 'b'.repeat(700_000);

it('large rows are framed in place, once', () => {
  const rows = large();
  const first = frameRows(bytes('{'), rows, bytes('}'));
  expect(text(first) === `{${content}}`).toBe(true);
  expect(first.buffer).toBe(rows[0]?.buffer);
  const second = frameRows(bytes('{"other":1'), rows, bytes('!}'));
  expect(second.buffer).not.toBe(first.buffer);
  expect(text(second) === `{"other":1${content}!}`).toBe(true);
  expect(text(first) === `{${content}}`).toBe(true);
});

it('a frame larger than the reserved space is written around a copy', () => {
  const head = `{"echo":"${'x'.repeat(100_000)}"`;
  for (const [before, behind] of [
    [head, '}'],
    ['{', head],
  ] as const) {
    const rows = large();
    const framed = frameRows(bytes(before), rows, bytes(behind));
    expect(framed.buffer).not.toBe(rows[0]?.buffer);
    expect(text(framed) === before + content + behind).toBe(true);
  }
});

it('small rows are not framed in place', () => {
  const pieces = [bytes('[1'), bytes(',2]')];
  expect(withRoom(pieces)).toBe(pieces);
  expect(text(frameRows(bytes('{'), pieces, bytes('}')))).toBe('{[1,2]}');
  const shared = Buffer.alloc(300_000, 'x');
  const piece = shared.subarray(70_000, 200_000);
  frameRows(bytes('{'), [piece], bytes('}'));
  expect(shared.every((byte) => byte === 120)).toBe(true);
});
