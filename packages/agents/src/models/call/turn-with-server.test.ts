import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { expect, it } from 'vitest';
import { runTurn } from '../../turn/run-turn.ts';
import { dependenciesOf, finalOf, partsOf, resultsOf, turnOf } from '../../turn/scripted-model-fixture.ts';
import { openShop } from '../../turn/shop-fixture.ts';
import { askingModel } from './model-parts.ts';
import { streamStepOf } from './stream-step.ts';
import { isKnock } from '../../../../../tests/servers/is-knock.ts';

const chunk = (delta: object, more: object = {}) => {
  const choices = [{ index: 0, delta, ...more }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
};
const calling = (name: string, input: object) =>
  chunk({
    tool_calls: [{ index: 0, id: 'call', type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  });

it('a model on a server answers a question about the shop, from the search to the confirmed number', async () => {
  const shop = await openShop();
  const sqlQuery = 'SELECT status, MEASURE(orders) AS orders FROM sales GROUP BY 1 ORDER BY 2 DESC';
  const read: string[] = [];
  const server = createServer((request, reply) => {
    if (isKnock(request)) return reply.writeHead(404).end();
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    return request.on('end', () => {
      read.push(text);
      const { messages } = JSON.parse(text) as { messages: { role: string; content: string }[] };
      const results = messages.filter(({ role }) => role === 'tool');
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      if (results.length === 0) reply.write(calling('orreryMeta', { searchQuery: 'orders status' }));
      else if (results.length === 1)
        reply.write(calling('orrerySqlApi', { sqlQuery, queryTitle: 'a', description: 'b', userRequest: 'c' }));
      else {
        const found = /\["(\w+)","(\d+)"\]/.exec(results[1]?.content ?? '');
        reply.write(
          chunk({ content: `Most orders are ${found?.[1]}: ${Number(found?.[2]).toLocaleString('en-US')}.` }),
        );
      }
      reply.end(`${chunk({}, { finish_reason: results.length < 2 ? 'tool_calls' : 'stop' })}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  try {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = createOpenAICompatible({ name: 'local', baseURL, apiKey: 'secret-key' }).chatModel('m');
    const stream = streamStepOf(askingModel(() => Promise.resolve(model), ['secret-key']));
    const turn = turnOf('How many orders by status?', await shop.dataFor());
    const parts = await partsOf(runTurn(turn, dependenciesOf(stream), new AbortController().signal));
    const [[status, orders] = []] = await shop.rowsOf(`SELECT o.status, count(DISTINCT o.id) FROM orders o
      JOIN order_items i ON i.order_id = o.id GROUP BY 1 ORDER BY 2 DESC`);
    expect(finalOf(parts)).toBe(`Most orders are ${String(status)}: ${Number(orders).toLocaleString('en-US')}.`);
    expect(resultsOf(parts)).toHaveLength(2);
    expect(parts.at(-1)).toMatchObject({ type: 'turn-end', reason: 'answered' });
    expect(read.join('')).not.toContain('secret-key');
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await shop.close();
  }
});
