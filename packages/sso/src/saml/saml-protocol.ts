import { randomUUID } from 'node:crypto';
import { flowMs } from '@orrery/people';
import { reasonOf, SsoFault, type SsoFaultCode } from '../fault/index.ts';
import type { ProvedStatement } from '../proved-statement.ts';
import type { SsoDependencies } from '../sso-dependencies.ts';
import { beginSaml, stateOf } from './begin-saml.ts';
import { claimedRequest, type SamlProvider } from './message.ts';
import { ownMetadata } from './own-metadata.ts';
import { readAssertion } from './assertion.ts';
import { requireAssertion, type SoundAssertion } from './require-assertion.ts';
import { presentedBySaml, type SamlStatement, shownAssertion, shownStatement, samlStatementOf } from './statement.ts';
import { verifiedResponse } from './verified-response.ts';

/** Content of an answer that waits for the browser: a statement that was proved, or the reason of a refusal. */
interface WaitingContent {
  readonly state: string;
  /** Version of the provider by whose settings it was proved. */
  readonly version: number;
  readonly statement?: SamlStatement;
  readonly fault?: {
    readonly code: SsoFaultCode;
    readonly sentence: string;
    readonly reason: string;
    readonly arrived?: SsoFault['arrived'];
    /** Set where the flow goes on after the refusal; a test ends with it. */
    readonly keepsFlow?: true;
  };
}

export type ReceivedAnswer =
  /** The handle that the browser brings to the end of its sign-in. */
  | { readonly kind: 'kept'; readonly handle: string; readonly isRefused?: true }
  /** The sign-in began at the provider. */
  | { readonly kind: 'begun-there' };

interface KeptAnswer {
  readonly state: string;
  /** Present for an answer that was refused whose flow goes on. */
  readonly refusal?: SsoFault | undefined;
  readonly prove: () => Promise<ProvedStatement>;
}

/** Signs people in by providers of SAML 2.0. */
export class SamlProtocol {
  readonly #dependencies: SsoDependencies;

  constructor(dependencies: SsoDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns the address at the provider that the person is sent to */
  begin(
    provider: SamlProvider,
    begun: { readonly own: string; readonly state: string; readonly loginHint: string | undefined },
  ): Promise<string> {
    return beginSaml(provider, begun);
  }

  metadata(provider: SamlProvider, own: string): string {
    return ownMetadata(provider, own);
  }

  /**
   * Proves the message that a provider sent as a form. It comes without the cookies of the browser, so it begins no session:
   * its statement waits for the browser. So does a refusal that names a sign-in that is under way, for the page that leads back
   * to where it began: one for each sign-in, so that strangers cannot fill the store. @throws SsoFault
   */
  async receive(provider: SamlProvider, own: string, message: string): Promise<ReceivedAnswer> {
    try {
      return await this.#receive(provider, own, message);
    } catch (error) {
      const state = stateOf(claimedRequest(message) ?? '');
      const { signInFlows, signInAnswers, clock } = this.#dependencies;
      const flow = error instanceof SsoFault ? await signInFlows.underWay(provider, state) : undefined;
      if (!(error instanceof SsoFault) || flow === undefined) throw error;
      const { version } = provider;
      const reason = { code: error.code as SsoFaultCode, sentence: error.message, reason: reasonOf(error) }; // of its own class
      if (flow === 'test') {
        const fault = { ...reason, arrived: error.arrived };
        return this.#keep(provider, { state, version, fault }, { id: randomUUID(), endsAt: 0 });
      }
      const content: WaitingContent = { state, version, fault: { ...reason, keepsFlow: true } };
      const once = { id: `refusal of ${state}`, endsAt: clock.now() + flowMs };
      const handle = await signInAnswers.keep(provider, { ...once, content: JSON.stringify(content) });
      if (handle === undefined) throw error;
      return { kind: 'kept', handle, isRefused: true };
    }
  }

  async #receive(provider: SamlProvider, own: string, message: string): Promise<ReceivedAnswer> {
    const { clock } = this.#dependencies;
    const verified = await verifiedResponse(provider, message, clock);
    const sound = soundAssertion(provider, verified, { own, clock });
    const { requestId, endsAt, assertion } = sound;
    const once = { id: `${provider.settings.entityId} ${assertion.id}`, endsAt };
    if (requestId !== undefined) {
      const { version } = provider;
      const content = { state: stateOf(requestId), version, statement: samlStatementOf(sound, verified.usesSha1) };
      return this.#keep(provider, content, once);
    }
    if (!provider.settings.mayStartThere) {
      const sentence = `A sign-in by ${provider.name} begins on the sign-in page here. Start there.`;
      throw new SsoFault('sso.not-begun-here', sentence, 'there is no InResponseTo, and mayStartThere is off');
    }
    const handle = await this.#dependencies.signInAnswers.keep(provider, once);
    if (handle === undefined) throw replayed();
    return { kind: 'begun-there' };
  }

  async #keep(
    provider: SamlProvider,
    content: WaitingContent,
    once: { readonly id: string; readonly endsAt: number },
  ): Promise<ReceivedAnswer> {
    const { signInAnswers } = this.#dependencies;
    const handle = await signInAnswers.keep(provider, { ...once, content: JSON.stringify(content) });
    if (handle === undefined) throw replayed();
    return { kind: 'kept', handle };
  }

  /** Takes what was proved, once. @throws SsoFault */
  async take(provider: SamlProvider, handle: string): Promise<KeptAnswer> {
    const content = await this.#dependencies.signInAnswers.take(provider, handle);
    if (content === undefined) throw replayed();
    const { state, version, statement, fault } = JSON.parse(content) as WaitingContent; // we wrote it
    if (version !== provider.version) throw changedMeanwhile(provider);
    const refused = fault && refusalOf(fault);
    const prove = async () => {
      if (refused) throw refused;
      if (!statement) throw new Error('a kept answer states nothing');
      const { warnings } = statement;
      return { shown: shownStatement(statement), warnings, read: () => presentedBySaml(provider, statement) };
    };
    return { state, prove, refusal: fault?.keepsFlow ? refused : undefined };
  }
}

function refusalOf({ code, sentence, reason, arrived = {} }: NonNullable<WaitingContent['fault']>): SsoFault {
  const refusal = new SsoFault(code, sentence, reason);
  refusal.arrived = arrived;
  return refusal;
}

/** Demands that an assertion is for here and now; a refusal says what arrived, for tests. @throws SsoFault */
function soundAssertion(...[provider, verified, here]: Parameters<typeof requireAssertion>): SoundAssertion {
  try {
    return requireAssertion(provider, verified, here);
  } catch (error) {
    if (error instanceof SsoFault) error.arrived = shownAssertion(readAssertion(verified.assertion));
    throw error;
  }
}

function changedMeanwhile({ name }: SamlProvider): SsoFault {
  const sentence = `The settings of ${name} have changed meanwhile. Start again.`;
  return new SsoFault('sso.expired-flow', sentence, 'it was proved by the settings of before');
}

function replayed(): SsoFault {
  return new SsoFault('sso.replayed', 'This sign-in was used already. Start again.', 'the answer was here before');
}
