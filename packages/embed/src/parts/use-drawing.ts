import { type RefObject, useEffect, useRef } from 'react';
import type { DrawingPlace } from './drawing-place.ts';

/**
 * Draws into an element, which the component shows, whenever the input is another one.
 *
 * @param open the same function always
 * @param input the same object as long as the same is shown
 */
export function useDrawing<Input>(
  open: (root: HTMLElement) => DrawingPlace<Input>,
  input: Input,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<DrawingPlace<Input>>(undefined);
  useEffect(() => {
    if (!root.current) return undefined;
    place.current ??= open(root.current);
    return place.current.draw(input);
  }, [open, input]);
  useEffect(
    () => () => {
      place.current?.destroy();
      place.current = undefined;
    },
    [],
  );
  return root;
}
