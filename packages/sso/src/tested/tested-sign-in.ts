import type { OpenProvider, Presented, ProviderSignIn, TestedSignIn } from '@orrery/people';
import { SsoFault } from '../fault/index.ts';

/** Claims or attributes of a provider, as they arrived. */
type Attributes = Readonly<Record<string, unknown>>;

/** Everything that is known about a sign-in that was tested. */
export interface TestedAnswer {
  readonly provider: OpenProvider;
  readonly attributes?: Attributes;
  readonly presented?: Presented;
  readonly tested?: TestedSignIn;
  /** Ends the sign-in before somebody is decided about. */
  readonly fault?: SsoFault;
}

interface ProviderAnswer<Given extends Attributes> {
  readonly provider: OpenProvider;
  readonly signIn: Pick<ProviderSignIn, 'test'>;
  /** Proves the answer of the provider. */
  readonly prove: () => Promise<Given>;
  readonly read: (given: Given) => Presented;
}

/** Goes as far as a sign-in would, and keeps what it finds instead of signing in. */
export async function testSignIn<Given extends Attributes>({
  provider,
  signIn,
  prove,
  read,
}: ProviderAnswer<Given>): Promise<TestedAnswer> {
  let found: TestedAnswer = { provider };
  try {
    const attributes = await prove();
    found = { ...found, attributes };
    const presented = read(attributes);
    found = { ...found, presented };
    return { ...found, tested: await signIn.test(provider, presented) };
  } catch (error) {
    if (error instanceof SsoFault) return { ...found, fault: error };
    throw error;
  }
}
