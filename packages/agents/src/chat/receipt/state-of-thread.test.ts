import { expect, it } from 'vitest';
import { withoutReceipts } from './state-of-thread.ts';

const messages = [{ content: 'first\u2028second\u2029third' }];
const state = (more: object) => `${JSON.stringify({ id: '__state__', sort: 2, state: { messages, ...more } })}\n`;
const text = `${JSON.stringify({ id: 'm', content: 'It is\u2028called "__state__"', sort: 1 })}\n`;

it.each([
  ['alone', [text, state({ receipts: ['secret'], hasOlderReceipts: true })]],
  ['together with other lines', [text + state({ receipts: ['secret'], hasOlderReceipts: true })]],
])('receipts are left out of a last line that comes %s', async (_, chunks) => {
  async function* given() {
    yield* chunks;
  }
  let read = '';
  for await (const chunk of withoutReceipts(given())) read += chunk;
  expect(read).toBe(text + state({}));
});
