import { openEngine } from '@orrery/engines';
import { hasTrino, type TestSchema, trinoSchema } from '../../tests/servers/trino.ts';
import { caseDialect } from '../case-dialects.ts';
import { fixtureTexts } from '../fixture-texts.ts';
import type { LiveDatabase, OpenDatabase } from './live-database.ts';
import { loseAtOnce } from './lose-at-once.ts';
import { toTrino } from './trino-fixtures.ts';

export const trino: LiveDatabase = {
  name: 'Trino',
  ...caseDialect('trino'),
  isMissing: !hasTrino,
  // It plans each statement for longer than it runs.
  isAskedTogether: true,
  open: openTrino,
};

async function openTrino(): Promise<OpenDatabase> {
  const schema = await trinoSchema();
  await loadFixtures(schema);
  const { ask: _, drop, ...place } = schema;
  const engine = await openEngine('trino', {
    ...place,
    login: { kind: 'none' },
    roles: [],
    clientTags: [],
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    maxRunning: 4,
    timeoutMs: 120_000,
  });
  return {
    engine: loseAtOnce(engine),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await drop();
    },
  };
}

async function loadFixtures({ ask }: TestSchema): Promise<void> {
  await Promise.all(
    fixtureTexts().map(async (text) => {
      for (const statement of toTrino(text)) await ask(statement).catch(acceptExisting);
    }),
  );
}

/** Another file made the table of all files a moment earlier. */
function acceptExisting(error: unknown): void {
  if (!(error instanceof Error && /archive.*already exists/.test(error.message))) throw error;
}
