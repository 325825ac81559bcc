const agent = { role: 'assistant', isStructuredResponse: false };
const main = { ...agent, id: 'main', thinking: '', graphPath: ['orrery_data_analyst_agent'] };
const tool = { ...agent, graphPath: ['orrery_data_analyst_agent', 'tools'], isDelta: false };
const result = {
  sqlQuery: 'SELECT 1',
  queryTitle: 'Net sales by region',
  description: 'Two largest regions',
  userRequest: 'Top 2 regions?',
  schema: [
    { name: 'region', column_type: 'String' },
    { name: 'net', column_type: 'Double' },
  ],
  data: [
    ['North', '48210.5'],
    ['East', '39977'],
  ],
  totalRows: 2,
  uuid: 'u-1',
};
const call = {
  name: 'orrerySqlApi',
  input: JSON.stringify({ sqlQuery: 'SELECT 1', queryTitle: 'Net sales by region' }),
};

export const cutoff = (isStreaming = false) => ({
  id: '__cutoff__',
  role: 'assistant',
  sort: 0,
  state: { chatId: 'chat-1', isStreaming },
});

/** The records of a run, in the shape of the example of the contract: a text in pieces, a query, the answer. */
export const run = [
  cutoff(),
  { id: '1781000000123-message', role: 'user', content: 'Top 2 regions?', isDelta: false, sort: 1 },
  { ...main, content: '', isInProcess: true, isDelta: true, sort: 2 },
  { ...main, content: 'I will look ', isInProcess: true, isDelta: true, sort: 3 },
  { ...main, content: 'it up. 🔭', isInProcess: true, isDelta: true, sort: 4 },
  { ...tool, id: 'tool-1', toolCall: call, isInProcess: true, sort: 5 },
  { ...tool, id: 'tool-1', toolCall: { ...call, result: JSON.stringify(result) }, isInProcess: false, sort: 6 },
  { ...main, content: ' Done.', isInProcess: true, isDelta: true, sort: 7 },
  { ...main, content: 'I will look it up. 🔭 Done.', isInProcess: false, isDelta: false, sort: 8 },
  {
    ...agent,
    id: 'answer',
    content: '**North** and **East**',
    thinking: '',
    graphPath: ['final'],
    isInProcess: false,
    isDelta: false,
    sort: 9,
  },
  { id: '__state__', role: 'assistant', isDelta: false, sort: 10, state: { messages: [{ lc: 1 }], receipts: [] } },
] as const;

export const answer = '**North** and **East**';
export const mainText = 'I will look it up. 🔭 Done.';

/** A record of the main text so far, as a client gets it that joins later. */
export function textSoFar(content: string, sort: number) {
  return { ...main, content, isInProcess: true, isDelta: false, sort };
}
