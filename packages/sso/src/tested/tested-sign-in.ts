import type { OpenProvider, Presented, ProviderSignIn, TestedSignIn } from '@orrery/people';
import { SsoFault } from '../fault/index.ts';
import type { ProvedStatement } from '../proved-statement.ts';

/** Everything that is known about a sign-in that was tested. */
export interface TestedAnswer {
  readonly provider: OpenProvider;
  readonly attributes?: ProvedStatement['shown'];
  readonly warnings?: readonly string[];
  readonly presented?: Presented;
  readonly tested?: TestedSignIn;
  /** Ends the sign-in before somebody is decided about. */
  readonly fault?: SsoFault;
  /** The step that the fault is of. */
  readonly step?: TestedStep;
}

/** The steps of a sign-in, in their order. */
export type TestedStep = 'begin' | 'prove' | 'read' | 'decide';

interface ProviderAnswer {
  readonly provider: OpenProvider;
  readonly signIn: Pick<ProviderSignIn, 'test'>;
  /** Fields of the answer, without what only the provider and this server may know. */
  readonly arrived: NonNullable<TestedAnswer['attributes']>;
  /** Proves the answer of the provider. */
  readonly prove: () => Promise<ProvedStatement>;
}

/** Goes as far as a sign-in would, and keeps what it finds instead of signing in. */
export async function testSignIn({ provider, signIn, arrived, prove }: ProviderAnswer): Promise<TestedAnswer> {
  let found: TestedAnswer = { provider, attributes: arrived };
  let step: TestedStep = 'prove';
  try {
    const { shown, warnings = [], read } = await prove();
    found = { ...found, attributes: shown, warnings };
    step = 'read';
    const presented = read();
    found = { ...found, presented };
    step = 'decide';
    return { ...found, tested: await signIn.test(provider, presented) };
  } catch (error) {
    if (!(error instanceof SsoFault)) throw error;
    return { ...found, attributes: { ...found.attributes, ...error.arrived }, fault: error, step };
  }
}
