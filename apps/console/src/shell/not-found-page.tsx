import { Link } from '@tanstack/react-router';
import { facts } from '../page/facts.ts';
import { shellWords as words } from '../words/shell-words.ts';
import { PageBar } from './page-bar.tsx';

/** One and the same page for what is not there and for what is not for this person. */
export function NotFoundPage() {
  return (
    <>
      <PageBar title={words.notFound} />
      <div className="page">
        <p>{words.notFoundHelp}</p>
        <p>
          <Link to="/">{facts.app ? words.toWorkspace : words.toHome}</Link>
        </p>
      </div>
    </>
  );
}
