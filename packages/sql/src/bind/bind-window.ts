import { shownLiteral } from '@orrery/kernel';
import type { Frame, FrameBound, WindowCall } from '../relation/index.ts';
import type { WindowDefinition, WrittenFrame, WrittenFrameBound } from '../syntax/index.ts';
import { refusePlan } from '../refusal.ts';
import { coerce, settled } from './coerce.ts';
import { type ExpressionContext, sortKeys } from './place.ts';

/** @throws StatementRefused for a window that is not defined, or defined twice in one respect */
export function bindWindow(
  place: ExpressionContext,
  written: WindowDefinition,
): Pick<WindowCall, 'partition' | 'over' | 'frame'> {
  const window = withBase(place, written, 0);
  const over = sortKeys(place, window.order);
  return {
    partition: window.partition.map((one) => settled(place.binder.expression(place, one))),
    over,
    ...(window.frame ? { frame: bindFrame(place, window.frame) } : {}),
  };
}

/** Windows of the WINDOW clause may refer to earlier ones. */
const mostBases = 100;

function withBase(place: ExpressionContext, window: WindowDefinition, depth: number): WindowDefinition {
  const { base, position } = window;
  if (!base) return window;
  const found = place.named?.get(base.text.toLowerCase());
  if (!found || depth > mostBases)
    return refusePlan('sql.unknown-window', `window "${shownLiteral(base.text)}" does not exist`, position);
  const inherited = withBase(place, found, depth + 1);
  if (window.partition.length > 0) {
    refusePlan(
      'sql.window-base',
      `cannot override PARTITION BY clause of window "${shownLiteral(base.text)}"`,
      position,
    );
  }
  if (window.order.length > 0 && inherited.order.length > 0) {
    refusePlan('sql.window-base', `cannot override ORDER BY clause of window "${shownLiteral(base.text)}"`, position);
  }
  const frame = window.frame ?? inherited.frame;
  return {
    partition: inherited.partition,
    order: window.order.length > 0 ? window.order : inherited.order,
    ...(frame ? { frame } : {}),
    position,
  };
}

function bindFrame(place: ExpressionContext, { unit, from, to, exclude }: WrittenFrame): Frame {
  const bound = (one: WrittenFrameBound): FrameBound => {
    if (!('by' in one)) return one;
    const by = place.binder.expression(place, one.by);
    return { ...one, by: unit === 'range' ? settled(by) : coerce(by, { name: 'int8' }, 'implicit') };
  };
  return { unit, from: bound(from), to: bound(to), ...(exclude ? { exclude } : {}) };
}
