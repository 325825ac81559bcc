import { readSettings } from '@orrery/config';
import type { RequestContext } from '@orrery/semantic';
import { callerNotes } from '@orrery/people';
import { MalformedCaller } from '@orrery/kernel';
import type { CommandInput } from './command.ts';
import { readContext } from './read-context.ts';
import { malformed, withCallers } from '@orrery/deployments';

/** The caller of a command, resolved as a server resolves a token with this context. @throws OperatorError */
export async function readCaller(
  text: string | boolean | undefined,
  input: CommandInput,
): Promise<RequestContext & { readonly kind: 'caller' }> {
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
