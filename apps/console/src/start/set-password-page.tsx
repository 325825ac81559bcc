import { type FormEvent, useState } from 'react';
import { addressOf } from '../page/addresses.ts';
import { startWords as words } from '../words/start-words.ts';
import { ask } from './ask.ts';
import { Field } from './field.tsx';
import { Fault, StartFrame } from './start-frame.tsx';

interface SetPasswordPageProps {
  /** The token of an invitation or a reset, from behind the `#` of the address. */
  readonly token: string | undefined;
}

/** The first password of somebody who is invited, or another one. Signs in. */
export function SetPasswordPage({ token }: SetPasswordPageProps) {
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(token === undefined);
  const [fault, setFault] = useState<string>();
  const [fieldFault, setFieldFault] = useState<Readonly<Record<string, string>>>({});
  const set = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const password = String(given.get('password'));
    setFault(undefined);
    setFieldFault({});
    if (password !== String(given.get('again'))) return setFieldFault({ again: words.different });
    setBusy(true);
    const reply = await ask('/sign-in-links/redeem', { token: token ?? '', password });
    if (reply.ok) return location.assign(addressOf('/'));
    setBusy(false);
    if (reply.status === 401) return setOver(true);
    if (reply.field === 'password') setFieldFault({ password: reply.text });
    else setFault(reply.text);
  };
  if (isOver) {
    return (
      <StartFrame title={words.setPassword} ways={<a href={addressOf('/sign-in')}>{words.backToSignIn}</a>}>
        <Fault text={token === undefined ? words.noToken : words.linkOver} />
        <a className="button" href={addressOf('/forgot-password')}>
          {words.another}
        </a>
      </StartFrame>
    );
  }
  return (
    <StartFrame title={words.setPassword}>
      <form onSubmit={set}>
        <Field
          name="password"
          label={words.newPassword}
          help={words.passwordRule}
          fault={fieldFault['password']}
          type="password"
          autoComplete="new-password"
          required
          autoFocus
        />
        <Field
          name="again"
          label={words.passwordAgain}
          fault={fieldFault['again']}
          type="password"
          autoComplete="new-password"
          required
        />
        <Fault text={fault} />
        <button className="button primary" type="submit" disabled={isBusy}>
          {isBusy ? words.signingIn : words.setAndSignIn}
        </button>
      </form>
    </StartFrame>
  );
}
