import { expect, it } from 'vitest';
import { UnknownSockets } from './unknown-sockets.ts';

it('who opens many sockets without a token ends their own, whichever came first', () => {
  const ended: string[] = [];
  const open = (name: string) => ({ terminate: () => void ended.push(name) });
  const unknown = new UnknownSockets(3);
  unknown.add(open('mine'), '192.0.2.1');
  const left = open('left');
  unknown.add(left, '::ffff:192.0.2.2');
  unknown.remove(left);
  for (const each of [1, 2, 3, 4]) unknown.add(open(`theirs ${each}`), `2001:db8:1:2::${each}`);
  expect(ended).toEqual(['theirs 1', 'theirs 2']);
});
