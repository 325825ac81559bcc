import { lazy, Suspense } from 'react';
import { loadLater } from './load-later.ts';

/** The first chart waits for no text. */
const MarkdownText = lazy(async () => ({ default: (await loadLater()).MarkdownText }));

/** Text in Markdown. */
export function TextTile({ content }: { readonly content: string }) {
  return (
    <Suspense>
      <MarkdownText content={content} />
    </Suspense>
  );
}
