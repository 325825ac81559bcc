import { assert, array, constantFrom, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatRecord } from './chat-record.ts';
import { Conversation } from './conversation.ts';
import { readRecord } from './read-record.ts';
import { queryResultOf } from './tool-call.ts';
import { answer, mainText, run, textSoFar } from './worked-example-fixture.ts';

const records = run.map((line) => readRecord(line)).filter((record) => record !== undefined);

function folded(taken: readonly ChatRecord[]) {
  const conversation = new Conversation();
  for (const record of taken) conversation.take(record);
  return conversation.messages;
}

describe('the messages of a run', () => {
  const messages = folded(records);

  it('are its question, text, calls and answer, in the order in which they began', () => {
    expect(messages.map(({ kind, id }) => [kind, id])).toEqual([
      ['user', '1781000000123-message'],
      ['text', 'main'],
      ['tool', 'tool-1'],
      ['final', 'answer'],
    ]);
    expect(messages.map((message) => ('content' in message ? message.content : message.call.name))).toEqual([
      'Top 2 regions?',
      mainText,
      'orrerySqlApi',
      answer,
    ]);
    expect(messages.every(({ isInProcess }) => !isInProcess)).toBe(true);
  });

  it('grow with each piece', () => {
    const texts = records.map((_, end) => {
      const main = folded(records.slice(0, end + 1)).find(({ id }) => id === 'main');
      return main && 'content' in main ? main.content : undefined;
    });
    expect(texts.slice(2, 5)).toEqual(['', 'I will look ', 'I will look it up. 🔭']);
  });

  it('are a list that stays the same until something changes', () => {
    const conversation = new Conversation();
    for (const record of records.slice(0, 3)) conversation.take(record);
    const { messages: before } = conversation;
    conversation.take({ error: 'LlmError: overloaded' });
    expect(conversation.messages).toBe(before);
    conversation.take({ ...textSoFar('more', 9), role: 'assistant' });
    expect(conversation.messages).not.toBe(before);
  });

  it('are the same when a line breaks anywhere, and the records come again from anywhere before', () => {
    assert(
      property(nat(records.length), nat(records.length), (broken, again) => {
        const second = records.slice(Math.min(broken, again));
        expect(folded([...records.slice(0, broken), ...second])).toEqual(messages);
      }),
    );
  });

  it('are the same when the text so far comes in place of its pieces', () => {
    const soFar = readRecord(textSoFar('I will look it up. 🔭', 4));
    if (!soFar) throw new Error('it is a record');
    for (const broken of [2, 3, 4, 5]) {
      const joined = [...records.slice(0, broken), ...records.slice(0, 2), soFar, ...records.slice(5)];
      expect(folded(joined)).toEqual(messages);
    }
  });
});

describe('a line', () => {
  it('of any shape is read, or is of an unknown kind', () => {
    const value = constantFrom(undefined, null, 1, 'x', true, [], {}, ['final'], { name: 1, input: 'x' });
    const keys = ['id', 'role', 'content', 'toolCall', 'graphPath', 'isDelta', 'sort', 'state', 'error', 'thinking'];
    assert(
      property(
        array(value, { minLength: keys.length, maxLength: keys.length }),
        integer({ min: 0, max: 2 }),
        (all, at) => {
          const line = Object.fromEntries(keys.map((key, index) => [key, all[index]]));
          if (at > 0) line['id'] = at === 1 ? '__state__' : '__cutoff__';
          const record = readRecord(line);
          if (record) folded([record]);
        },
      ),
    );
    expect(readRecord({})).toBe(undefined);
    expect(readRecord({ error: 'LlmError: x' })).toEqual({ error: 'LlmError: x' });
  });
});

describe('a call of a tool', () => {
  const call = (name: string, result: string) => {
    const [message] = folded([
      { ...(records[5] as never as Record<string, never>), toolCall: { name, input: '{}', result } } as never,
    ]);
    if (message?.kind !== 'tool') throw new Error('it is a call');
    return message.call;
  };

  it('has its texts parsed', () => {
    const found = folded(records).find((message) => message.kind === 'tool');
    expect(found?.kind === 'tool' && found.call).toMatchObject({
      id: 'tool-1',
      name: 'orrerySqlApi',
      input: { sqlQuery: 'SELECT 1' },
      result: { totalRows: 2 },
    });
    expect(found?.kind === 'tool' && queryResultOf(found.call)).toMatchObject({
      queryTitle: 'Net sales by region',
      schema: [
        { name: 'region', column_type: 'String' },
        { name: 'net', column_type: 'Double' },
      ],
      data: [
        ['North', '48210.5'],
        ['East', '39977'],
      ],
      totalRows: 2,
    });
  });

  it('says what went wrong', () => {
    const failed = call('orrerySqlApi', '{"error":"Error: BadRequestError: Bad branch"}');
    expect(failed.error).toBe('Error: BadRequestError: Bad branch');
    expect(queryResultOf(failed)).toBe(undefined);
  });

  it.each(['no JSON', '[]', 'null', '{"schema":1,"data":[]}', '{"schema":[],"data":[1]}'])(
    'with the result %s has no rows',
    (result) => {
      expect(queryResultOf(call('orrerySqlApi', result))).toBe(undefined);
    },
  );

  it('of an unknown tool is kept as it is', () => {
    const other = call('createReport', '{"schema":[],"data":[]}');
    expect([other.name, other.result, queryResultOf(other)]).toEqual([
      'createReport',
      { schema: [], data: [] },
      undefined,
    ]);
  });
});
