import { type ProviderButton, startAt } from '../page/sign-in-methods.ts';
import { startWords as words } from '../words/start-words.ts';

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
