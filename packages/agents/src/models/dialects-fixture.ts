import type { AiModel } from '@orrery/config';

/** What a model says in one call. */
interface Said {
  readonly reasoning?: string;
  readonly texts?: readonly string[];
  /** Arguments come in these pieces. */
  readonly calls?: readonly { readonly name: string; readonly pieces: readonly string[] }[];
  /** 50 tokens read, 20 of them from a cache, 7 written; left out where this is false. */
  readonly hasUsage?: boolean;
  /** `none`: the stream ends without saying why. */
  readonly end?: 'stop' | 'length' | 'filtered' | 'none';
}

/** How one interface of a provider is spoken, by its documentation. */
export interface Dialect {
  readonly name: string;
  readonly model: Pick<AiModel, 'provider' | 'api'>;
  readonly path: string;
  /** The header with the key. */
  readonly keyIn: (headers: Readonly<Record<string, unknown>>) => unknown;
  /** The events of a stream. */
  readonly events: (said: Said) => readonly string[];
  readonly failure: (message: string) => string;
  readonly errorBody: (message: string) => string;
  /** The names of the tools in a request, and its results of tools. */
  // oxlint-disable-next-line no-explicit-any
  readonly toolsIn: (body: any) => readonly string[];
  // oxlint-disable-next-line no-explicit-any
  readonly resultsIn: (body: any) => readonly string[];
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { readonly type: string }) => `event: ${value.type}\n${data(value)}`;
const bearer: Dialect['keyIn'] = (headers) => headers['authorization'];

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const chat: Omit<Dialect, 'name' | 'model'> = {
  path: '/v1/chat/completions',
  keyIn: bearer,
  events: ({ reasoning, texts = [], calls = [], hasUsage = true, end = 'stop' }) => {
    const chunk = (more: object) =>
      data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], ...more });
    const delta = (piece: object) => chunk({ choices: [{ index: 0, delta: piece }] });
    const reasons = { stop: calls.length > 0 ? 'tool_calls' : 'stop', length: 'length', filtered: 'content_filter' };
    const usage = {
      ...{ prompt_tokens: 50, completion_tokens: 7, total_tokens: 57 },
      prompt_tokens_details: { cached_tokens: 20 },
    };
    return [
      delta({ role: 'assistant', content: '' }),
      ...(reasoning === undefined ? [] : [delta({ reasoning_content: reasoning })]),
      ...texts.map((content) => delta({ content })),
      ...calls.flatMap(({ name, pieces }, index) => [
        delta({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
        ...pieces.map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      ...(end === 'none' ? [] : [chunk({ choices: [{ index: 0, delta: {}, finish_reason: reasons[end] }] })]),
      ...(hasUsage && end !== 'none' ? [chunk({ usage })] : []),
      ...(end === 'none' ? [] : ['data: [DONE]\n\n']),
    ];
  },
  failure: (message) => data({ error: { message, type: 'server_error', code: null, param: null } }),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'x', code: null, param: null } }),
  toolsIn: ({ tools = [] }: ChatBody) => tools.map(({ function: { name } }) => name),
  resultsIn: ({ messages }: ChatBody) => messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])),
};

interface ResponsesBody {
  readonly input: readonly { readonly type?: string; readonly output?: string }[];
  readonly tools?: readonly { readonly name: string }[];
}

const responses: Omit<Dialect, 'name' | 'model'> = {
  path: '/v1/responses',
  keyIn: bearer,
  events: ({ reasoning, texts = [], calls = [], hasUsage = true, end = 'stop' }) => {
    const usage = {
      ...{ input_tokens: 50, output_tokens: 7 },
      input_tokens_details: { cached_tokens: 20 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const item = (type: string, index: number, value: object) => {
      return { type: `response.output_item.${type}`, output_index: index, item: value };
    };
    const first = reasoning === undefined ? 0 : 1;
    const call = (name: string, index: number, text: string) => {
      return { type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, name, arguments: text };
    };
    const reason = end === 'length' ? 'max_output_tokens' : 'content_filter';
    return [
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm', service_tier: null } },
      ...(reasoning === undefined
        ? []
        : [
            item('added', 0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null }),
            { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
            { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: reasoning },
            { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', summary_index: 0 },
            item('done', 0, {
              ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed-thought' },
              summary: [{ type: 'summary_text', text: reasoning }],
            }),
          ]),
      ...(texts.length === 0
        ? []
        : [
            item('added', first, { type: 'message', id: 'msg_1' }),
            ...texts.map((delta) => ({ type: 'response.output_text.delta', item_id: 'msg_1', delta })),
            item('done', first, { type: 'message', id: 'msg_1' }),
          ]),
      ...calls.flatMap(({ name, pieces }, at) => {
        const index = first + 1 + at;
        const given = { type: 'response.function_call_arguments.delta', item_id: `fc_${at}`, output_index: index };
        return [
          item('added', index, call(name, at, '')),
          ...pieces.map((delta) => ({ ...given, delta })),
          item('done', index, { ...call(name, at, pieces.join('')), status: 'completed' }),
        ];
      }),
      ...(end === 'none'
        ? []
        : [
            {
              type: end === 'stop' ? 'response.completed' : 'response.incomplete',
              response: {
                id: 'r',
                incomplete_details: end === 'stop' ? null : { reason },
                usage: hasUsage ? usage : null,
                service_tier: null,
              },
            },
          ]),
    ].map(named);
  },
  failure: (message) =>
    named({
      type: 'error',
      ...{ sequence_number: 9, error: { type: 'server_error', code: 'x', message, param: null } },
    }),
  errorBody: chat.errorBody,
  toolsIn: ({ tools = [] }: ResponsesBody) => tools.map(({ name }) => name),
  resultsIn: ({ input }: ResponsesBody) =>
    input.flatMap(({ type, output }) => (type === 'function_call_output' && output !== undefined ? [output] : [])),
};

interface MessagesBody {
  readonly messages: readonly {
    readonly content: readonly {
      readonly type: string;
      readonly content?: string | readonly { readonly text: string }[];
    }[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

const messages: Omit<Dialect, 'name' | 'model'> = {
  path: '/v1/messages',
  keyIn: (headers) => headers['x-api-key'],
  events: ({ reasoning, texts = [], calls = [], hasUsage = true, end = 'stop' }) => {
    let index = -1;
    const block = (content: object, deltas: readonly object[]) => {
      index += 1;
      return [
        { type: 'content_block_start', index, content_block: content },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ];
    };
    // Tokens from the cache are not among `input_tokens`.
    const usage = hasUsage
      ? { input_tokens: 30, cache_read_input_tokens: 20, cache_creation_input_tokens: 0, output_tokens: 1 }
      : { input_tokens: 0, output_tokens: 0 };
    const reasons = { stop: calls.length > 0 ? 'tool_use' : 'end_turn', length: 'max_tokens', filtered: 'refusal' };
    const message = {
      id: 'msg',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage,
    };
    return [
      { type: 'message_start', message },
      { type: 'ping' },
      ...(reasoning === undefined
        ? []
        : block({ type: 'thinking', thinking: '', signature: '' }, [
            { type: 'thinking_delta', thinking: reasoning },
            { type: 'signature_delta', signature: 'sealed-thought' },
          ])),
      ...(texts.length === 0
        ? []
        : block(
            { type: 'text', text: '' },
            texts.map((text) => ({ type: 'text_delta', text })),
          )),
      ...calls.flatMap(({ name, pieces }, at) =>
        block(
          { type: 'tool_use', id: `toolu_${at}`, name, input: {} },
          pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
        ),
      ),
      ...(end === 'none'
        ? []
        : [
            {
              type: 'message_delta',
              delta: { stop_reason: reasons[end], stop_sequence: null },
              usage: { output_tokens: hasUsage ? 7 : 0 },
            },
            { type: 'message_stop' },
          ]),
    ].map(named);
  },
  failure: (message) => named({ type: 'error', ...{ error: { type: 'api_error', message } } }),
  errorBody: (message) => JSON.stringify({ type: 'error', error: { type: 'x', message } }),
  toolsIn: ({ tools = [] }: MessagesBody) => tools.map(({ name }) => name),
  resultsIn: ({ messages: all }: MessagesBody) =>
    all.flatMap(({ content: parts }) =>
      parts.flatMap(({ type, content }) =>
        type === 'tool_result'
          ? [typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')]
          : [],
      ),
    ),
};

export const dialects: readonly Dialect[] = [
  { name: 'chat completions of OpenAI', model: { provider: 'openai', api: 'chat' }, ...chat },
  { name: 'responses of OpenAI', model: { provider: 'openai', api: 'responses' }, ...responses },
  { name: 'chat completions of another server', model: { provider: 'openai-compatible' }, ...chat },
  { name: 'messages of Anthropic', model: { provider: 'anthropic' }, ...messages },
];
