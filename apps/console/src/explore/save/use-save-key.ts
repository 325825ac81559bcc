import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isPressed } from '../../controls/shortcuts.ts';

/** Ctrl and S, which browsers use for the page itself. A text that is taken once its field is left is taken first. */
export function useSaveKey(save: (() => void) | undefined): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, 'save') || event.shiftKey || event.altKey) return;
      const isRefused = event.defaultPrevented; // by a field whose text cannot be taken
      event.preventDefault();
      if (isRefused || event.repeat || document.querySelector('[role="dialog"]')) return;
      const field = document.activeElement;
      if (field instanceof HTMLElement && field.matches('input, textarea')) {
        flushSync(() => field.blur());
        field.focus({ preventScroll: true });
      }
      latest.current?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
