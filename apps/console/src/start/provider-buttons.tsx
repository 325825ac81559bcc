import { type ProviderButton, type SignInWay, startAt } from '../page/sign-in-methods.ts';
import { startWords as words } from '../words/start-words.ts';

interface ProviderButtonsProps extends SignInWay {
  readonly providers: readonly ProviderButton[];
}

/** The providers that people sign in by, one button each; nothing where there is none. */
export function ProviderButtons({ providers, ...way }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <nav className="providers" aria-label={words.otherWays}>
      {providers.map((provider) => (
        <a key={provider.key} className="button" href={startAt(provider, way)}>
          {words.signInBy(provider.name)}
        </a>
      ))}
    </nav>
  );
}
