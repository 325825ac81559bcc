import { type FormEvent, useState } from 'react';
import { startPageAt } from '../page/addresses.ts';
import { accountInAddress } from '../page/sign-in-methods.ts';
import { startWords as words } from '../words/start-words.ts';
import { ask } from './ask.ts';
import { Field } from './field.tsx';
import { Fault, StartFrame } from './start-frame.tsx';

/** Asks for a link by mail. The answer does not tell whether there is such a user. */
export function ForgotPasswordPage() {
  const account = accountInAddress();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const [fault, setFault] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const username = String(new FormData(event.currentTarget).get('username'));
    setState('busy');
    setFault(undefined);
    const reply = await ask('/password-resets', { account, username });
    setState(reply.ok ? 'sent' : 'open');
    if (!reply.ok) setFault(reply.text);
  };
  return (
    <StartFrame title={words.resetTitle} ways={<a href={startPageAt('/sign-in', account)}>{words.backToSignIn}</a>}>
      <div role="status">{state === 'sent' ? <p className="notice">{words.sent}</p> : null}</div>
      {state === 'sent' ? null : (
        <form onSubmit={send}>
          <Field
            name="username"
            label={words.username}
            help={words.resetHelp}
            autoComplete="username"
            autoCapitalize="none"
            required
            autoFocus
          />
          <Fault text={fault} />
          <button className="button primary" type="submit" disabled={state === 'busy'}>
            {words.sendLink}
          </button>
        </form>
      )}
    </StartFrame>
  );
}
