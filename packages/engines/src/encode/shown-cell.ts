/** How a text of the engine is shown: the day of a time, an interval part by part, a number without zeros at its end. */
export type ShownAs = 'day' | 'interval' | 'number';

/** Returns the text that is shown for a value; `undefined` where the value is shown as it is. */
export function shownCell(shows: ShownAs | undefined): ((text: string) => string) | undefined {
  switch (shows) {
    case undefined:
      return undefined;
    case 'day':
      return dayOf;
    case 'interval':
      return intervalText;
    case 'number':
      return shortNumber;
  }
}

/** Years may have more than four digits, and a sign. */
function dayOf(text: string): string {
  const end = text.indexOf('T');
  return end === -1 ? text : text.slice(0, end);
}

const named = /([+-]?\d+) (year|mon|day)/g;
const clock = /([+-]?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?/;

/** @param text as PostgreSQL writes it: `1 mon 2 days 03:04:05.000006` */
function intervalText(text: string): string {
  const parts = new Map([...text.matchAll(named)].map(([, number, name]) => [name, Number(number)]));
  const part = (name: string) => String(parts.get(name) ?? 0);
  const [, sign = '', hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock.exec(text) ?? [];
  const signed = (digits: string) => (Number(digits) === 0 ? '0' : `${sign === '-' ? '-' : ''}${Number(digits)}`);
  const isZero = Number(seconds) === 0 && Number(fraction) === 0;
  const decimals = Number(fraction) === 0 ? '00' : fraction.padEnd(6, '0');
  const secs = `${sign === '-' && !isZero ? '-' : ''}${Number(seconds)}.${decimals}`;
  return `${part('year')} years ${part('mon')} mons ${part('day')} days ${signed(hours)} hours ${signed(minutes)} mins ${secs} secs`;
}

/** The same value in fewer digits: `3.00` is `3`. */
function shortNumber(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
