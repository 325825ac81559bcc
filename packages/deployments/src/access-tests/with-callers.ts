import type { MetadataSettings } from '../open-metadata.ts';
import { type MalformedCaller, OperatorError } from '@orrery/kernel';
import { namesUser, resolveContext } from '@orrery/people';

type CallerContext = Readonly<Record<string, unknown>>;

/** Resolves a security context as a server with this store does. @throws MalformedCaller */
export type ResolveContext = (context: CallerContext) => Promise<CallerContext>;

/** Opens the store only when a context names a user of it. */
export async function withCallers<T>(
  contexts: readonly CallerContext[],
  settings: MetadataSettings,
  clock: { now(): number },
  work: (resolve: ResolveContext) => Promise<T>,
): Promise<T> {
  if (!contexts.some(namesUser)) return work((context) => resolveContext(context, { of: async () => undefined }));
  const { openMetadata } = await import('../open-metadata.ts');
  const { StoredRights } = await import('@orrery/people');
  const metadata = await openMetadata(settings, clock);
  const everywhere = new StoredRights({ ...metadata, epochs: { of: () => 0 } }); // nothing is read twice
  const currentRights = everywhere.in(metadata.accountId);
  try {
    return await work((context) => resolveContext(context, currentRights));
  } finally {
    await metadata.close();
  }
}

export function malformed({ message }: MalformedCaller): OperatorError {
  return new OperatorError(`The security context: ${message}.`);
}
