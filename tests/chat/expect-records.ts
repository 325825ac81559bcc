import { expect } from 'vitest';
import { type ChatAnswer, type Line, toolsOf } from './chat-service.ts';

const mainPath = 'orrery_data_analyst_agent';

/** Expects what cases 2, 3, 6 to 11 and 39 say of every run that ended with an answer, whoever gave it. */
export function expectRecords(answer: ChatAnswer, { input, isDevMode = false }: Asked): void {
  const { lines, headers, status, text } = answer;
  expect([status, text]).toEqual([200, text]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('content-encoding')).toBeNull();
  expect(text.endsWith('\n')).toBe(true);
  const [cutoff, echo] = lines;
  expect(cutoff).toEqual({
    ...{ id: '__cutoff__', role: 'assistant', sort: 0 },
    state: { chatId: expect.stringMatching(/^[0-9a-f-]{36}$/), isStreaming: false },
  });
  expect(echo).toMatchObject({ role: 'user', content: input, isDelta: false });
  expect(lines.at(-1)).toMatchObject({ id: '__state__', role: 'assistant', isDelta: false });
  const sorts = lines.map(({ sort }) => sort ?? -1);
  expect(sorts).toEqual([...new Set(sorts)].toSorted((one, other) => one - other));
  expectTexts(lines);
  expectTools(answer);
  expect(lines.at(-2)).toMatchObject({ graphPath: ['final'], isInProcess: false, isDelta: false });
  expect(lines.at(-2)?.content).not.toBe('');
  const own = lines.filter(({ role, state }) => role === 'assistant' && !state);
  for (const line of own) expect(line.isStructuredResponse).toBe(false);
  expect(own.some(({ thinking = '' }) => thinking !== '')).toBe(isDevMode);
  expect(lines.at(-1)?.state?.messages?.findLast(({ id }) => id[2] === 'HumanMessage')).toEqual({
    ...{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'] },
    kwargs: { content: input, id: echo?.id },
  });
}

interface Asked {
  readonly input: string;
  readonly isDevMode?: boolean;
}

/** The main text begins empty, grows by pieces, and is closed by the whole. */
function expectTexts(lines: readonly Line[]): void {
  const texts = lines.filter(({ graphPath }) => graphPath?.join() === mainPath);
  expect(texts[0]).toMatchObject({ content: '', thinking: '', isDelta: true, isInProcess: true });
  expect(new Set(texts.map(({ id }) => id)).size).toBe(1);
  const pieces = texts.filter(({ isDelta }) => isDelta).map(({ content }) => content);
  expect(texts.at(-1)).toMatchObject({ content: pieces.join(''), isDelta: false, isInProcess: false });
}

function expectTools(answer: ChatAnswer): void {
  for (const [first, second, ...more] of Map.groupBy(toolsOf(answer), ({ id }) => id).values()) {
    expect([first?.result, second?.input, more]).toEqual([undefined, first?.input, []]);
    expect(JSON.parse(first?.input ?? '')).toBeTypeOf('object');
    expect(JSON.parse(second?.result ?? '')).toBeTypeOf('object');
  }
}
