import { type ReactNode, useEffect } from 'react';
import { Mark } from '../page/mark.tsx';
import { startWords as words } from '../words/start-words.ts';

interface StartFrameProps {
  readonly title: string;
  /** One sentence above the button about what went wrong. */
  readonly children: ReactNode;
  /** Other ways in. */
  readonly ways?: ReactNode;
}

/** One column in the middle: what stands around everything that is shown to strangers. */
export function StartFrame({ title, children, ways }: StartFrameProps) {
  useEffect(() => {
    document.title = `${title} - ${words.product}`;
  }, [title]);
  return (
    <main className="start">
      <div className="mark">
        <Mark />
        {words.product}
      </div>
      <h1>{title}</h1>
      {children}
      {ways ? <div className="ways">{ways}</div> : null}
    </main>
  );
}

/** Shows an error, and announces it to screen readers. */
export function Fault({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text === undefined || text === '' ? null : <p className="notice negative">{text}</p>}</div>;
}
