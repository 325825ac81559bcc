import { markdown } from '@orrery/embed';
import { useEffect, useRef } from 'react';

/** Text in Markdown. Markup of HTML in it is text, and images are links. */
export function MarkdownText({ content }: { readonly content: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(markdown(content));
  }, [content]);
  return <div className="tile text-tile" ref={place} />;
}
