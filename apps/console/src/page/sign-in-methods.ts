import type { AnswerOf, signInProviderOperations } from '@orrery/contract';
import { useEffect, useState } from 'react';
import { addressOf } from './addresses.ts';

type Methods = AnswerOf<typeof signInProviderOperations.methods>;
export type ProviderButton = Pick<Methods['providers'][number], 'key' | 'name'>;

/** The ways to sign in that are shown. */
export interface ShownMethods {
  readonly providers: readonly ProviderButton[];
  /** Whether everybody may use a password. */
  readonly password: boolean;
}

/** Passwords are there in any case. */
const passwordOnly: ShownMethods = { providers: [], password: true };

/** Asks for the ways to sign in. Without an answer there are passwords only. */
async function methodsOf(account: string | undefined, signal: AbortSignal): Promise<ShownMethods> {
  const query = account === undefined ? '' : `?${new URLSearchParams({ account })}`;
  try {
    const response = await fetch(addressOf(`/api/v1/sign-in-methods${query}`), { signal });
    return response.ok ? ((await response.json()) as Methods) : passwordOnly; // of our own server
  } catch {
    return passwordOnly;
  }
}

/** The page that opens after a sign-in, and the account that it names, both as in the address of a page. */
export interface SignInWay {
  readonly next: string | null;
  readonly account?: string | undefined;
}

/** Address at which a sign-in at a provider begins. */
export function startAt({ key }: ProviderButton, way: SignInWay): string {
  return addressOf(`/sso/${key}/start${queryOf(way)}`);
}

function queryOf({ next, account }: SignInWay): string {
  const query = new URLSearchParams({
    ...(next === null ? {} : { next }),
    ...(account === undefined ? {} : { account }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

/** The account that the address of the page names. */
export function accountInAddress(): string | undefined {
  return new URLSearchParams(location.search).get('account') ?? undefined;
}

/** The ways to sign in to an account. */
export function useSignInMethods(account: string | undefined): ShownMethods {
  const [methods, setMethods] = useState(passwordOnly);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const found = await methodsOf(account, leaving.signal);
      if (!leaving.signal.aborted) setMethods(found);
    };
    void load();
    return () => leaving.abort();
  }, [account]);
  return methods;
}
