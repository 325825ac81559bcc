import type { DeviceQuestion } from '@orrery/contract';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../../page/addresses.ts';
import { deviceWords as words } from '../../words/applications/device-words.ts';
import { ask } from '../ask.ts';
import { Field } from '../field.tsx';
import { Fault, StartFrame } from '../start-frame.tsx';
import { type Decision, Question } from './question.tsx';
import { refused, signInAsAnother } from './sign-in-first.ts';

type DeviceState =
  | { readonly kind: 'typing' }
  | { readonly kind: 'asked'; readonly userCode: string; readonly question: DeviceQuestion }
  | { readonly kind: 'done'; readonly isAllowed: boolean };

interface DevicePageProps {
  /** The code of the address, which the person compares with that of the device and sends. */
  readonly userCode: string;
}

/** A device without a browser asks to act for the person who is signed in. */
export function DevicePage({ userCode: given }: DevicePageProps) {
  const [state, setState] = useState<DeviceState>({ kind: 'typing' });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const begin = () => {
    setBusy(true);
    setFault(undefined);
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const userCode = String(new FormData(event.currentTarget).get('userCode'));
    begin();
    const reply = await ask('/oauth/device-requests', { userCode });
    setBusy(false);
    if (reply.ok) setState({ kind: 'asked', userCode, question: reply.answer });
    else refused(reply, setFault);
  };

  const decide = (userCode: string) => async (decision: Decision) => {
    begin();
    const reply = await ask('/oauth/device-approvals', { userCode, ...decision });
    setBusy(false);
    if (reply.ok) setState({ kind: 'done', isAllowed: decision.isAllowed });
    else refused(reply, setFault);
  };

  switch (state.kind) {
    case 'typing':
      return (
        <StartFrame title={words.title}>
          <form onSubmit={send}>
            <Field
              name="userCode"
              label={words.code}
              help={words.codeHelp}
              defaultValue={given}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              required
              autoFocus
            />
            <Fault text={fault} />
            <button className="button primary" type="submit" disabled={isBusy}>
              {words.next}
            </button>
          </form>
        </StartFrame>
      );
    case 'asked':
      return (
        <StartFrame title={words.title}>
          <Question
            question={state.question}
            isBusy={isBusy}
            onDecide={decide(state.userCode)}
            onOther={signInAsAnother}
          >
            <div>
              <p className="about">{words.shows}</p>
              <p className="host">{state.userCode.trim().toUpperCase()}</p>
              <p className="about">{words.onlyYours}</p>
            </div>
          </Question>
          <Fault text={fault} />
        </StartFrame>
      );
    case 'done':
      return (
        <StartFrame title={words.title} ways={<a href={addressOf('/')}>{words.first}</a>}>
          <div role="status">
            <p className="notice">{state.isAllowed ? words.allowed : words.denied}</p>
          </div>
        </StartFrame>
      );
  }
}
