import { type Agent, request } from 'node:http';
import { serveMetadata } from '../packages/deployments/src/open-metadata.ts';
import { stampsIn } from '../tests/chat/scripted-model.ts';
import type { BenchServer } from './server-process.ts';

export const viewer = (externalId: string) => ({ externalId, securityContext: { all: true } });

/** An answer as its client got it. */
export interface StreamedChat {
  readonly firstMs: number;
  /** The end of the answer. */
  readonly text: string;
  /** Whether the stream came to its end. */
  readonly isWhole: boolean;
  /** The first record. */
  readonly first: string;
  /** Milliseconds from a word of the model to its arrival. */
  readonly delays: readonly number[];
}

/** Opens a new store. @returns the key of an admin @param externalUsers that the account may have */
export async function takeKey(settings: Parameters<typeof serveMetadata>[0], externalUsers: number): Promise<string> {
  const metadata = await serveMetadata(settings, Date);
  const { accountId, accounts, changes, settings: ofAccount } = metadata;
  const key = await accounts.takeFirstKey(accountId);
  await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
    ofAccount.update(change, { limits: { externalUsers } }),
  );
  await metadata.close();
  if (key === undefined) throw new Error('the store had given its key out already');
  return key;
}

interface Client {
  readonly agent: Agent;
  readonly key: string;
  /** Delays that are taken. */
  readonly most: number;
  /** Called with the first record. */
  readonly onFirst?: (record: string) => void;
}

/** Asks an agent, and reads its stream to the end. */
export function streamChat(
  { port }: Pick<BenchServer, 'port'>,
  { agent, key, most, onFirst }: Client,
  body: object,
): Promise<StreamedChat> {
  const started = performance.now();
  const sent = JSON.stringify(body);
  return new Promise((done, fail) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, agent, method: 'POST' },
        path: '/api/v1/public/default/agents/auto/chat/stream-chat-state',
        headers: {
          authorization: `Api-Key ${key}`,
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        let [firstMs, first, text, rest] = [0, '', '', ''];
        const delays: number[] = [];
        answer.setEncoding('utf8').on('data', (piece: string) => {
          const now = Date.now();
          if (firstMs === 0) firstMs = performance.now() - started;
          const lines = (rest + piece).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            if (first === '') onFirst?.((first = line));
            // The rest repeats what was said before.
            if (delays.length < most && line.includes('"isDelta":true'))
              for (const sentAt of stampsIn(line)) delays.push(now - sentAt);
          }
          text = (text + piece).slice(-10_000);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          if (answer.statusCode !== 200) fail(new Error(`a chat answered ${answer.statusCode}: ${text}`));
          else done({ firstMs, first, text, delays, isWhole: text.includes('"__state__"') });
        });
      },
    );
    asked.on('error', fail);
    asked.end(sent);
  });
}
