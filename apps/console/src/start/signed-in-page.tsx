import { useEffect, useState } from 'react';
import { addressOf } from '../page/addresses.ts';
import { startWords as words } from '../words/start-words.ts';
import { StartFrame } from './start-frame.tsx';

/** Time in which the frame takes the code and closes this window. */
const takesMs = 3_000;

/**
 * The end of a sign-in in a window that a frame has opened. The frame takes the code by message; where a page of the
 * provider has cut the two off from each other, the person enters it there.
 */
export function SignedInPage({ code }: { readonly code: string | undefined }) {
  const opener = window.opener as Window | null; // the type is `any`
  const [isByHand, setByHand] = useState(opener === null);
  useEffect(() => {
    if (code === undefined || opener === null) return undefined;
    opener.postMessage({ type: 'orrery-signed-in', code }, location.origin);
    const waiting = setTimeout(() => setByHand(true), takesMs);
    return () => clearTimeout(waiting);
  }, [code, opener]);
  if (code === undefined && new URLSearchParams(location.search).has('here'))
    return (
      <StartFrame title={words.signedIn}>
        <p>{words.closeWindow}</p>
      </StartFrame>
    );
  if (code === undefined)
    return (
      <StartFrame title={words.noCode}>
        <a href={addressOf('/')}>{words.toApplication}</a>
      </StartFrame>
    );
  return (
    <StartFrame title={words.signedIn}>
      <div role="status">{isByHand ? <p>{words.enterCode}</p> : <p>{words.windowCloses}</p>}</div>
      {isByHand ? <output className="given-code">{code}</output> : null}
      {isByHand ? <p className="help">{words.codeIsYours}</p> : null}
    </StartFrame>
  );
}
