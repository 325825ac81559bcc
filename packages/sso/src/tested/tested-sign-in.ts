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
}

interface ProviderAnswer {
  readonly provider: OpenProvider;
  readonly signIn: Pick<ProviderSignIn, 'test'>;
  /** Proves the answer of the provider. */
  readonly prove: () => Promise<ProvedStatement>;
}

/** Goes as far as a sign-in would, and keeps what it finds instead of signing in. */
export async function testSignIn({ provider, signIn, prove }: ProviderAnswer): Promise<TestedAnswer> {
  let found: TestedAnswer = { provider };
  try {
    const { shown, warnings = [], read } = await prove();
    found = { ...found, attributes: shown, warnings };
    const presented = read();
    found = { ...found, presented };
    return { ...found, tested: await signIn.test(provider, presented) };
  } catch (error) {
    if (error instanceof SsoFault) return { ...found, fault: error };
    throw error;
  }
}
