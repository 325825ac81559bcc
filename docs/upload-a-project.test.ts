import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOfTexts } from '../packages/deployments/src/version/zip-for-test.ts';
import { ScimService } from '../tests/scim/scim-service.ts';
import { fencedBlocks } from './fenced-blocks.ts';

const blocks = fencedBlocks(readFileSync(join(import.meta.dirname, 'upload-a-project.md'), 'utf8'));

/** Requests that `curl` would send, each with the answer on the page. */
const steps = blocks.flatMap(({ language, text, line }, index) => {
  if (language !== 'sh') return [];
  const command = text.replaceAll('\\\n', ' ');
  const [, path = ''] = /'?https:\/\/data\.example\.com(\/[^\s']*)/.exec(command) ?? [];
  const next = blocks[index + 1];
  return [
    {
      line,
      method: /-X (\w+)/.exec(command)?.[1] ?? 'GET',
      path,
      type: /Content-Type: ([^']+)'/.exec(command)?.[1],
      data: /(?:-d '([^']*)'|--data-binary (\S+))/.exec(command)?.slice(1).find(Boolean),
      takesToken: command.includes('$TOKEN'),
      answer: next?.language === 'json' ? (JSON.parse(next.text) as object) : undefined,
    },
  ];
});

const files = Object.fromEntries(
  blocks.filter(({ language, use }) => language !== 'sh' && use !== '').map(({ use, text }) => [use, text]),
);

let service: ScimService;

beforeAll(async () => {
  service = await ScimService.open('sqlite');
});

afterAll(() => service[Symbol.asyncDispose]());

async function send({ method, path, type, data, takesToken }: (typeof steps)[number], token = '') {
  const body = data === '@shop.zip' ? new Uint8Array(zipOfTexts(files)) : data;
  const response = await fetch(`${service.served.origin}${path}`, {
    method,
    headers: {
      authorization: takesToken ? token : `Bearer ${service.key}`,
      ...(type ? { 'content-type': type } : {}),
    },
    ...(body ? { body } : {}),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

it('every command of the page does what the page describes', async () => {
  expect(Object.keys(files)).toEqual(['orrery.yml', 'model/orders.yml', 'data/orders.csv']);
  expect(steps.filter(({ takesToken, answer }) => takesToken && answer)).toHaveLength(1);
  const [rollback] = steps.slice(-1);
  let token = '';
  for (const step of steps.slice(0, -1)) {
    const { status, body } = await send(step, token);
    expect([step.line, status]).toEqual([step.line, 200]);
    if (step.answer) expect(body).toMatchObject(step.answer);
    token = typeof body['cubeApiToken'] === 'string' ? body['cubeApiToken'] : token;
  }
  expect(rollback?.path).toMatch(/rollback$/);
  expect((await send(rollback!)).status).toBe(409);
});
