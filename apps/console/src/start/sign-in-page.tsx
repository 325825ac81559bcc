import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addressAfter, startPageAt } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import { accountInAddress, useSignInMethods } from '../page/sign-in-methods.ts';
import { startWords as words } from '../words/start-words.ts';
import { ask } from './ask.ts';
import { Field } from './field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { Fault, StartFrame } from './start-frame.tsx';

/** Name and password, or a provider, then the page that was asked for. */
export function SignInPage() {
  const account = accountInAddress();
  const next = new URLSearchParams(location.search).get('next');
  const { providers, password } = useSignInMethods(account);
  const [isAsked, setAsked] = useState(false);
  // Those who have begun to type go on.
  const isFolded = !password && providers.length > 0 && !isAsked;
  const form = useRef<HTMLFormElement>(null);
  const unfold = () => {
    flushSync(() => setAsked(true));
    form.current?.querySelector('input')?.focus(); // the button is gone
  };
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setFault(undefined);
    const reply = await ask('/session', {
      account,
      username: String(typed.get('username')),
      password: String(typed.get('password')),
    });
    if (reply.ok) return location.assign(addressAfter(next));
    setBusy(false);
    setFault(reply.status === 401 ? words.wrongPassword : reply.text);
  };
  return (
    <StartFrame
      title={words.signIn}
      ways={
        <>
          <a href={startPageAt('/forgot-password', account)}>{words.forgot}</a>
          {facts.hasStartKey ? <p>{words.printed}</p> : null}
        </>
      }
    >
      <form ref={form} onSubmit={signIn} onInput={() => setAsked(true)} hidden={isFolded}>
        <Field
          name="username"
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          required
          autoFocus
        />
        <Field name="password" label={words.password} type="password" autoComplete="current-password" required />
        <Fault text={fault} />
        <button className="button primary" type="submit" disabled={isBusy}>
          {isBusy ? words.signingIn : words.signIn}
        </button>
      </form>
      <ProviderButtons providers={providers} next={next} account={account} />
      {isFolded ? (
        <button className="button quiet" type="button" onClick={unfold}>
          {words.byPassword}
        </button>
      ) : null}
    </StartFrame>
  );
}
