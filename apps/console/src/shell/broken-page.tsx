import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../controls/button.tsx';
import { shellWords as words } from '../words/shell-words.ts';
import { Failure } from './failure.tsx';
import { PageBar } from './page-bar.tsx';

/** A page that could not be shown. Files that are gone are those of an older version. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const isGone = /dynamically imported module|module script failed|preload CSS/i.test(String(error));
  return (
    <>
      <PageBar title={words.product} />
      <div className="page">
        {isGone ? (
          <div className="failure" role="alert">
            <p className="notice">{words.newer}</p>
            <Button onPress={() => location.reload()}>{words.reload}</Button>
          </div>
        ) : (
          <Failure error={error} onAgain={reset} />
        )}
      </div>
    </>
  );
}
