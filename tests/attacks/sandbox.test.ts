import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';
import { internalsIn } from './internals.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

describe('SQL of the model', () => {
  it.each([
    'reads_a_file',
    'reads_the_environment',
    'reads_outside_by_a_relative_path',
    'reads_the_network',
    'reads_settings',
    'reads_a_variable',
    'runs_text',
  ])('that reaches out gets nothing and says nothing: %s', async (cube) => {
    const answer = await service.ask({ dimensions: [`${cube}.content`] });
    expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, expect.stringMatching(/^data-source\./)]);
    expect(internalsIn(answer.text)).toEqual([]);
    expect(answer.text).not.toMatch(/root:|data_sources:|memory_limit|permission/i);
  });

  it.each([
    ['unconvertible.word', 'data-source.conversion', 'the-private-value'],
    ['untabled.id', 'data-source.statement', 'table_nobody_made'],
  ])('that fails tells the class of the failure, not what the engine said: %s', async (member, code, quoted) => {
    const answer = await service.ask({ dimensions: [member] });
    expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, code]);
    expect([answer.text.includes(quoted), internalsIn(answer.text)]).toEqual([false, []]);
    expect(answer.text).toContain(member);
  });

  it('leaves other projects unchanged', async () => {
    expect((await service.ask({ measures: ['orders.count'] })).body?.data).toEqual([{ 'orders.count': '5' }]);
    const file = readFileSync(new URL('project/data/orders.csv', import.meta.url), 'utf8');
    expect(file.split('\n')).toHaveLength(7);
  });
});
