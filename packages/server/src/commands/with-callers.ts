import type { MetadataSettings } from '../catalog/open-metadata.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readSettings } from '../config/settings.ts';
import { callerNotes } from '../identity/caller-notes.ts';
import { MalformedCaller } from '../identity/policy-caller.ts';
import { namesUser, resolveContext } from '../identity/resolve-caller.ts';
import type { CommandInput } from './command.ts';
import { type CallerContext, readContext } from './read-context.ts';

type Context = CallerContext['securityContext'];

/** What a security context means to a server with this store. @throws MalformedCaller */
export type ResolveContext = (context: Context) => Promise<Context>;

/** The store is opened only where one of the contexts names a user of it. */
export async function withCallers<T>(
  contexts: readonly Context[],
  settings: MetadataSettings,
  clock: { now(): number },
  work: (resolve: ResolveContext) => Promise<T>,
): Promise<T> {
  if (!contexts.some(namesUser)) return work((context) => resolveContext(context, { of: async () => undefined }));
  const { openMetadata } = await import('../catalog/open-metadata.ts');
  const { StoredStandings } = await import('../identity/stored-standings.ts');
  const metadata = await openMetadata(settings, clock);
  const everywhere = new StoredStandings({ ...metadata, epochs: { of: () => 0 } }); // nothing is read twice
  const standings = everywhere.in(metadata.accountId);
  try {
    return await work((context) => resolveContext(context, standings));
  } finally {
    await metadata.close();
  }
}

/** Whoever asks on the command line, as a server would take a token with this context. @throws OperatorError */
export async function readCaller(text: string | boolean | undefined, input: CommandInput): Promise<CallerContext> {
  const { flags, environment, directory, clock, note } = input;
  const given = readContext(text, directory);
  for (const one of callerNotes(given)) note(`The security context: ${one}`);
  const settings = readSettings({ flags, environment, directory });
  try {
    const securityContext = await withCallers([given], settings, clock, (resolve) => resolve(given));
    return { kind: 'caller', securityContext };
  } catch (error) {
    if (error instanceof MalformedCaller) throw malformed(error);
    throw error;
  }
}

export function malformed({ message }: MalformedCaller): OperatorError {
  return new OperatorError(`The security context: ${message}.`);
}
