import { type ReactNode, useEffect } from 'react';
import { facts } from '../page/facts.ts';
import { shellWords as words } from '../words/shell-words.ts';

interface PageBarProps {
  readonly title: string;
  /** Actions of the page. */
  readonly children?: ReactNode;
}

/** The name of the page, in its first heading and in the title of the document. */
export function PageBar({ title, children }: PageBarProps) {
  useEffect(() => {
    document.title = facts.app ? title : `${title} - ${words.product}`;
  }, [title]);
  return (
    <header className="page-bar">
      <h1>{title}</h1>
      {children ? <div className="page-actions">{children}</div> : null}
    </header>
  );
}
