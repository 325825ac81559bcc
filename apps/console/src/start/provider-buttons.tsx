import { useEffect, useState } from 'react';
import { startWords as words } from '../words/start-words.ts';
import { type ProviderButton, providersOf, startAt } from './sign-in-methods.ts';

interface ProviderButtonsProps {
  readonly account: string | undefined;
  /** The page that opens afterwards, as in the address. */
  readonly next: string | null;
}

/** The providers that people sign in by, one button each; nothing where there is none. */
export function ProviderButtons({ account, next }: ProviderButtonsProps) {
  const [providers, setProviders] = useState<readonly ProviderButton[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const found = await providersOf(account, leaving.signal);
      if (!leaving.signal.aborted) setProviders(found);
    };
    void load();
    return () => leaving.abort();
  }, [account]);
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
