import { useEffect, useState } from 'react';
import { addressOf } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import { startWords as words } from '../words/start-words.ts';
import { ask } from './ask.ts';
import { Fault, StartFrame } from './start-frame.tsx';

interface StartKeyPageProps {
  /** The key from behind the `#` of the printed address. */
  readonly startKey: string | undefined;
}

/** Signs in by the address that the server has printed, and goes to the first page. */
export function StartKeyPage({ startKey }: StartKeyPageProps) {
  const [fault, setFault] = useState(
    facts.hasStartKey ? (startKey === undefined ? words.noKey : undefined) : words.notHere,
  );
  const isAsked = fault === undefined && startKey !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    const redeem = async () => {
      const reply = await ask('/start-key/redeem', { key: startKey });
      if (reply.ok) location.replace(addressOf('/'));
      else setFault(reply.status === 401 ? words.keyOver : reply.text);
    };
    void redeem();
  }, [isAsked, startKey]);
  if (fault === undefined) {
    return (
      <StartFrame title={words.starting}>
        <span />
      </StartFrame>
    );
  }
  return (
    <StartFrame title={words.signIn} ways={<a href={addressOf('/sign-in')}>{words.backToSignIn}</a>}>
      <Fault text={fault} />
    </StartFrame>
  );
}
