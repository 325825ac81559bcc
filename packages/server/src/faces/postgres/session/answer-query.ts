import { serverMessages } from '../protocol/server-messages.ts';
import { Portal } from './portal.ts';
import { runPortal } from './run-portal.ts';
import type { SessionContext } from './session-context.ts';
import { withinTimeout } from './statement-clock.ts';

/** Receives the place of the statement that runs, for positions of errors. */
export type AtStatement = (start: number) => void;

/**
 * Answers a Query: each statement of its text with its own result. Several of them are a transaction, unless they begin one.
 * Each has the whole time of `statement_timeout`, as it is set by then; reading the text has it once.
 *
 * @param running ends with a statement that takes longer
 * @throws the error of the first statement that fails, behind the results of those before it
 */
export async function answerQuery(
  text: string,
  running: AbortController,
  at: AtStatement,
  context: SessionContext,
): Promise<void> {
  const { wire, outbox, portals, prepared, settings, transaction } = context;
  const { signal } = running;
  portals.remove('');
  prepared.remove('');
  const statements = await withinTimeout(settings, running, async () => wire.read(text, await context.caller()));
  if (statements.length === 0) outbox.push(serverMessages.emptyQuery);
  if (statements.length > 1) transaction.beginImplicit();
  let isSound = false;
  try {
    for (const statement of statements) {
      at(statement.start);
      const portal = new Portal({
        ...{ name: '', statement, declared: [], parameters: [], formats: [], described: undefined, size: 0 },
        ...{ text: statement.text, createdAt: Date.now(), depth: transaction.depth, role: settings.role },
      });
      await withinTimeout(settings, running, async () => {
        try {
          await runPortal(portal, { most: Number.POSITIVE_INFINITY, describes: true, signal }, context);
        } finally {
          portal.close();
        }
        await outbox.room(signal);
      });
    }
    isSound = true;
  } finally {
    transaction.endImplicit(isSound);
  }
}
