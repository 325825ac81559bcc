import { useEffect, useRef } from 'react';

/** Calls with the text of the clipboard when it is pasted on the page itself: not while somebody types, nor in a dialog. */
export function useWhenPasted(onText: (text: string) => void): void {
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || [event.target, document.activeElement].some(takesText)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}
