import { type Metadata, openMetadata } from '../../../deployments/src/open-metadata.ts';
import { OperatorError } from '../../../kernel/src/failure/operator-error.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { RequestError } from '../../../kernel/src/failure/errors.ts';
import type { CommandInput } from './command.ts';

/**
 * Works on the metadata store, beside a running server or without one.
 *
 * @throws OperatorError with the words of a service that refuses
 */
export async function withMetadata<T>(input: CommandInput, work: (metadata: Metadata) => Promise<T>): Promise<T> {
  const { flags, environment, directory, clock } = input;
  const metadata = await openMetadata(readSettings({ flags, environment, directory }), clock);
  try {
    return await work(metadata);
  } catch (error) {
    throw error instanceof RequestError ? new OperatorError(`${error.message}.`, { cause: error }) : error;
  } finally {
    await metadata.close();
  }
}
