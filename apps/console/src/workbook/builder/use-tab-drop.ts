import { useEffect, useMemo, useRef } from 'react';
import { type Compactor, type Layout, verticalCompactor } from 'react-grid-layout';
import { isRecord } from '../../model/record.ts';
import type { TabPlace } from '../../model/dashboard-draft-tabs.ts';

/** Attribute of elements onto which tiles are dropped to be in a tab: its place, as JSON. */
export const tabPlaceAttribute = 'data-tab-place';
const containerSelector = '.tabs-tile';

interface DropZone {
  readonly element: HTMLElement;
  readonly place: TabPlace;
  readonly box: DOMRect;
}

interface Dragged {
  readonly id: string;
  /** Where the tile was taken: tiles move while it is dragged, and these do not. */
  readonly zones: readonly DropZone[];
  readonly layout: Layout;
  /** Container around a tile that is in a tab. */
  readonly around: DOMRect | undefined;
  readonly scroll: readonly [x: number, y: number];
  target: DropZone | undefined;
}

interface TabDropInput {
  /** The tab that the grid is in; absent: the dashboard itself. */
  readonly own: TabPlace | undefined;
  /** Whether a tile can stand in a tab. */
  readonly canDrop: (id: string) => boolean;
  readonly onDrop: (id: string, place: TabPlace | undefined) => void;
}

/**
 * Lets tiles be dragged onto tabs, and out of them. While the pointer is on a tab, all other tiles are where they were when the
 * dragging began: they would make room, and the tab with them.
 */
export function useTabDrop({ own, canDrop, onDrop }: TabDropInput) {
  const dragged = useRef<Dragged>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const compactor = useMemo(
    (): Compactor => ({
      ...verticalCompactor,
      compact: (layout, columns) =>
        dragged.current?.target ? dragged.current.layout : verticalCompactor.compact(layout, columns),
    }),
    [],
  );
  const start = (id: string, layout: Layout, element: HTMLElement | null | undefined) => {
    if (!canDrop(id)) return;
    const zones = [...document.querySelectorAll<HTMLElement>(`[${tabPlaceAttribute}]`)].flatMap((each) => {
      const place = placeIn(each.getAttribute(tabPlaceAttribute));
      const isOwn = place?.container === own?.container && place?.tab === own?.tab;
      return place && !isOwn ? [{ element: each, place, box: each.getBoundingClientRect() }] : [];
    });
    const around = own ? element?.closest(containerSelector)?.getBoundingClientRect() : undefined;
    const now: Dragged = {
      ...{ id, zones, layout: layout.map((item) => ({ ...item })), around },
      scroll: [scrollX, scrollY],
      target: undefined,
    };
    dragged.current = now;
    const onMove = (event: MouseEvent | TouchEvent) => {
      const at = pointOf(event);
      const target = at && zones.find(({ box }) => isIn(box, at, now));
      if (target === now.target) return;
      mark(now.target, false);
      now.target = target;
      mark(target, true);
    };
    // Before the grid itself reads the same event.
    addEventListener('mousemove', onMove, true);
    addEventListener('touchmove', onMove, { capture: true, passive: true });
    stop.current = () => {
      removeEventListener('mousemove', onMove, true);
      removeEventListener('touchmove', onMove, true);
      mark(now.target, false);
      dragged.current = undefined;
      stop.current = undefined;
    };
  };
  /** @returns whether the tile is somewhere else now, so that its place in this grid says nothing */
  const end = (event: Event): boolean => {
    const { current } = dragged;
    stop.current?.();
    if (!current) return false;
    if (current.target) {
      onDrop(current.id, current.target.place);
      return true;
    }
    const at = pointOf(event);
    const isOut = current.around && at && !isIn(current.around, at, current);
    if (isOut) onDrop(current.id, undefined);
    return isOut === true;
  };
  return { compactor, start, end };
}

interface PointerPosition {
  readonly clientX: number;
  readonly clientY: number;
}

/** Where a pointer or a finger is, or was when it was lifted. Not every browser knows touches. */
function pointOf(event: Event): PointerPosition | undefined {
  if (event instanceof MouseEvent) return event;
  return 'changedTouches' in event ? (event as TouchEvent).changedTouches[0] : undefined;
}

function mark(zone: DropZone | undefined, isTarget: boolean): void {
  zone?.element.toggleAttribute('data-is-target', isTarget);
}

/** @param now boxes are those of the beginning, and the page may have been scrolled since */
function isIn(box: DOMRect, { clientX, clientY }: PointerPosition, { scroll }: Pick<Dragged, 'scroll'>): boolean {
  const [x, y] = [clientX + scrollX - scroll[0], clientY + scrollY - scroll[1]];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function placeIn(text: string | null): TabPlace | undefined {
  const place: unknown = JSON.parse(text ?? 'null');
  if (!isRecord(place) || typeof place['container'] !== 'string' || typeof place['tab'] !== 'string') return undefined;
  return { container: place['container'], tab: place['tab'] };
}
