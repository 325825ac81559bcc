import type { AnswerOf, signInProviderOperations } from '@orrery/contract';
import { addressOf } from '../page/addresses.ts';

type Methods = AnswerOf<typeof signInProviderOperations.methods>;
export type ProviderButton = Pick<Methods['providers'][number], 'key' | 'name'>;

/** Asks for the providers that people sign in by. Without an answer there are none: passwords are there in any case. */
export async function providersOf(
  account: string | undefined,
  signal: AbortSignal,
): Promise<readonly ProviderButton[]> {
  const query = account === undefined ? '' : `?${new URLSearchParams({ account })}`;
  try {
    const response = await fetch(addressOf(`/api/v1/sign-in-methods${query}`), { signal });
    return response.ok ? ((await response.json()) as Methods).providers : []; // of our own server
  } catch {
    return [];
  }
}

/** Address at which a sign-in at a provider begins. @param next the page that opens afterwards */
export function startAt({ key }: ProviderButton, next: string | null): string {
  return addressOf(`/sso/${key}/start${next === null ? '' : `?${new URLSearchParams({ next })}`}`);
}
