import { useEffect, useState } from 'react';
import { startWords as words } from '../words/start-words.ts';
import { methodsOf, passwordOnly, type ProviderButton, type ShownMethods, startAt } from './sign-in-methods.ts';

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

interface ProviderButtonsProps {
  readonly providers: readonly ProviderButton[];
  /** The page that opens afterwards, as in the address. */
  readonly next: string | null;
}

/** The providers that people sign in by, one button each; nothing where there is none. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <nav className="providers" aria-label={words.otherWays}>
      {providers.map((provider) => (
        <a key={provider.key} className="button" href={startAt(provider, next)}>
          {words.signInBy(provider.name)}
        </a>
      ))}
    </nav>
  );
}
