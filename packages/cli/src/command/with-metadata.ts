import { type Metadata, openMetadata } from '@orrery/deployments';
import { atTheCommandLine, OperatorError, RequestError } from '@orrery/kernel';
import type { Author } from '@orrery/people';
import { readSettings } from '@orrery/config';
import type { CommandInput } from './command.ts';

/**
 * Opens the metadata store for `work`, whether or not a server is running.
 *
 * @throws OperatorError with the message of a service that refuses
 */
export async function withMetadata<T>(
  input: CommandInput,
  work: (metadata: Metadata & { readonly author: Author }) => Promise<T>,
): Promise<T> {
  const { flags, environment, directory, clock } = input;
  const metadata = await openMetadata(readSettings({ flags, environment, directory }), clock);
  try {
    return await work({ ...metadata, author: { accountId: metadata.accountId, by: atTheCommandLine } });
  } catch (error) {
    throw error instanceof RequestError ? new OperatorError(`${error.message}.`, { cause: error }) : error;
  } finally {
    await metadata.close();
  }
}
