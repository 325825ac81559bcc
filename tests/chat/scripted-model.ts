import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { asStream, ModelServer } from '../servers/model-server.ts';

/** A step of a scripted model: words of an answer, thoughts, or a call of a tool. */
export interface Step {
  readonly text?: string;
  readonly thinking?: string;
  readonly call?: { readonly name: string; readonly input: object };
  /** Time between the words. */
  readonly pauseMs?: number;
  /** Words are replaced by the time at which they are sent, in the letters of `stampOf`. */
  readonly isStamped?: boolean;
  /** What is waited for before the first word. */
  readonly until?: Promise<unknown>;
  /** Asked before each word; what is left is not said. */
  readonly isOver?: () => boolean;
  /** HTTP status of a failure. */
  readonly fails?: number;
}

/** What the model says to a request. @param prompt all that it reads */
export type Script = (prompt: string, results: number) => Step;

/** A server that speaks as an OpenAI-compatible provider does, by a script. */
export class ScriptedModel implements AsyncDisposable {
  script: Script = () => ({ text: 'Nothing to say.' });
  readonly server: ModelServer;

  private constructor(server: ModelServer) {
    this.server = server;
    server.answer = async ({ body }, reply) => {
      const prompt = JSON.stringify(body.messages);
      const last = body.messages.findLastIndex(({ role }: { role: string }) => role === 'user');
      const results = body.messages.slice(last).filter(({ role }: { role: string }) => role === 'tool').length;
      const { text, thinking, call, pauseMs, fails, until, isOver, isStamped = false } = this.script(prompt, results);
      if (fails !== undefined)
        return reply
          .writeHead(fails, { 'content-type': 'application/json' })
          .end('{"error":{"message":"out of order"}}');
      asStream(reply).flushHeaders();
      await until;
      const send = (delta: object, finish: string | null = null) =>
        reply.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
      if (thinking !== undefined) send({ reasoning_content: thinking });
      for (const word of (text ?? '').split(/(?<= )/)) {
        if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (reply.destroyed) return undefined;
        if (isOver?.()) break;
        if (word !== '') send({ content: isStamped ? `${stampOf(Date.now())} ` : word });
      }
      if (call) {
        const made = { name: call.name, arguments: JSON.stringify(call.input) };
        send({ tool_calls: [{ index: 0, id: `call_${results}`, type: 'function', function: made }] });
      }
      send({}, call ? 'tool_calls' : 'stop');
      return reply.end('data: [DONE]\n\n');
    };
  }

  static async open(): Promise<ScriptedModel> {
    return new ScriptedModel(await ModelServer.open());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]();
  }
}

/** An instant in letters, since numbers of models are held back until they are checked. */
const stampOf = (instant: number): string => String(instant).replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '');

/** The instants of the stamps in a text. */
export const stampsIn = (text: string): readonly number[] =>
  [...text.matchAll(/\b[a-j]{13}\b/g)].map(([word]) =>
    Number([...word].map((letter) => letters.indexOf(letter)).join('')),
  );

const letters = 'abcdefghij';

export const querying = (sqlQuery: string): Step => ({
  call: {
    name: 'orrerySqlApi',
    input: { sqlQuery, queryTitle: 'Title', description: 'Words', userRequest: 'Question' },
  },
});

/** The project of these tests with a model, and files of agents by name. @returns its folder, which the caller removes */
export async function projectWith(
  model: Pick<ModelServer, 'url'> | undefined,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'orrery-chat-'));
  for (const each of ['project', 'next'])
    await cp(join(import.meta.dirname, each), join(root, each), { recursive: true });
  const directory = join(root, 'project');
  const models = model && {
    scripted: { provider: 'openai-compatible', model: 'scripted', base_url: model.url, credential: `\${SCRIPTED_KEY}` },
  };
  const settings = {
    data_sources: { default: { type: 'duckdb' } },
    branches: { next: '../next' },
    ...(models ? { models } : {}),
  };
  await writeFile(join(directory, 'orrery.yml'), JSON.stringify(settings));
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, 'agents', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return directory;
}

export const removeProject = (directory: string): Promise<void> => rm(dirname(directory), { recursive: true });
