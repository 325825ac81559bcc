import type { Page } from 'playwright-core';

/** A stop of the keyboard, as people see or hear it. */
interface Stop {
  readonly name: string;
  /** Why somebody would not know where they are. */
  readonly fault: string | undefined;
}

const most = 60;

/**
 * Presses Tab through the page, from its beginning until it begins again.
 *
 * @returns the names of the stops in order, with what is wrong where somebody would not see where they are
 */
export async function walk(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.documentElement.dataset['walked'] = '';
  });
  const names: string[] = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopNow);
    if (stop === undefined) return names;
    names.push(stop.fault === undefined ? stop.name : `${stop.name} (${stop.fault})`);
  }
  throw new Error(`the page has more than ${most} stops: ${names.join(', ')}`);
}

/** Runs in the page. `undefined`: the browser itself has the focus, or this stop was met before. */
function stopNow(): Stop | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return undefined;
  if (element.dataset['isMet'] !== undefined) return undefined;
  element.dataset['isMet'] = '';
  const labelled = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
  const copy = element.cloneNode(true) as Element; // of an element
  for (const each of copy.querySelectorAll('[aria-hidden="true"]')) each.remove();
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (texts.nextNode()) parts.push(texts.currentNode.textContent ?? '');
  const name = element.getAttribute('aria-label') || labelled || label || parts.join(' ') || element.tagName;
  const box = element.getBoundingClientRect();
  const ringOf = (each: Element | null): boolean => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  };
  const shown = element.closest('label') ?? element;
  const hasRing =
    ringOf(element) ||
    ringOf(shown) ||
    [...shown.children].some(ringOf) ||
    getComputedStyle(shown, '::before').outlineStyle !== 'none';
  const middle = shown === element ? box : shown.getBoundingClientRect();
  const top = document.elementFromPoint(middle.x + middle.width / 2, middle.y + middle.height / 2);
  const isCovered = !(top && (shown.contains(top) || top.contains(shown)));
  const fault = !hasRing ? 'no ring' : isCovered ? 'covered' : undefined;
  return { name: name.trim().replaceAll(/\s+/g, ' ').slice(0, 80), fault };
}
