import type { ConnectFault, ConnectQuestion } from '@orrery/contract';
import { useCallback, useEffect, useState } from 'react';
import { addressOf } from '../../page/addresses.ts';
import { ask } from '../ask.ts';
import { Fault, StartFrame } from '../start-frame.tsx';
import { connectWords as words } from '../../words/applications/connect-words.ts';
import { AnswerGoesTo, type Decision, Question } from './question.tsx';
import { refused, signInAsAnother } from './sign-in-first.ts';

type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'leaving'; readonly isSlow: boolean }
  | { readonly kind: 'failed'; readonly text: string }
  | ConnectFault
  | ConnectQuestion;

/** After this, an application that no page takes the place of has been opened. */
const slowMs = 2_000;

const statusOfAsking = 409;

interface ConnectPageProps {
  /** The request of the application, as the browser brought it. */
  readonly query: string;
}

/** An application asks to act for the person who is signed in. */
export function ConnectPage({ query }: ConnectPageProps) {
  const [state, setState] = useState<State>({ kind: 'reading' });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  const leave = useCallback((address: string) => {
    setState({ kind: 'leaving', isSlow: false });
    setTimeout(() => setState({ kind: 'leaving', isSlow: true }), slowMs);
    location.assign(address); // made by the server of the address that the application has registered
  }, []);

  useEffect(() => {
    const read = async () => {
      const reply = await ask('/oauth/requests', { query });
      if (!reply.ok) return refused(reply, (text) => setState({ kind: 'failed', text }));
      const { answer } = reply;
      if (!answer.passes) return setState(answer);
      if (answer.kind === 'fault') return leave(answer.redirectTo);
      const passed = await ask('/oauth/approvals', { query, isAllowed: true });
      if (passed.ok) return leave(passed.answer.redirectTo);
      if (passed.status === statusOfAsking) return setState(answer); // what was allowed before has ended since
      refused(passed, (text) => setState({ kind: 'failed', text }));
    };
    void read();
  }, [query, leave]);

  const decide = async (decision: Decision, digest: string) => {
    setBusy(true);
    setFault(undefined);
    const reply = await ask('/oauth/approvals', { query, digest, ...decision });
    if (reply.ok) return leave(reply.answer.redirectTo);
    refused(reply, setFault);
    if (reply.status === statusOfAsking) {
      const now = await ask('/oauth/requests', { query });
      if (now.ok) setState(now.answer);
    }
    setBusy(false);
  };

  switch (state.kind) {
    case 'reading':
      return (
        <StartFrame title={words.title}>
          <div role="status">{words.reading}</div>
        </StartFrame>
      );
    case 'leaving':
      return (
        <StartFrame title={words.title}>
          <div role="status">{state.isSlow ? words.mayClose : words.leaving}</div>
        </StartFrame>
      );
    case 'failed':
      return (
        <StartFrame title={words.cannot} ways={<a href={addressOf('/')}>{words.first}</a>}>
          <Fault text={state.text} />
        </StartFrame>
      );
    case 'fault':
      return (
        <StartFrame title={words.cannot} ways={<a href={addressOf('/')}>{words.first}</a>}>
          <Fault text={state.sentence} />
          <button className="button" type="button" onClick={() => leave(state.redirectTo)}>
            {words.returnTo(state.redirectHost)}
          </button>
        </StartFrame>
      );
    case 'question':
      return (
        <StartFrame title={words.title}>
          <Question
            key={state.digest}
            question={state}
            isBusy={isBusy}
            onDecide={(decision) => decide(decision, state.digest)}
            onOther={signInAsAnother}
          >
            <AnswerGoesTo redirectHost={state.redirectHost} />
          </Question>
          <Fault text={fault} />
        </StartFrame>
      );
  }
}
