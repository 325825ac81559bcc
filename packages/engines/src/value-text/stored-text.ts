import { infiniteDay, type StoredValues } from '../engine.ts';
import { blobText } from './blob-text.ts';
import { withPoint } from './decimal-text.ts';
import { doubleText, floatText } from './double-text.ts';
import { dayText, microsText } from './time-text.ts';

/**
 * Reads values as texts that leave nothing out: `NaN`, `-Infinity`, `infinity` for times, and
 * `YYYY-MM-DDTHH:mm:ss.SSSSSS`.
 */
export function storedText(stored: StoredValues): (row: number) => string | boolean | null {
  switch (stored.kind) {
    case 'units': {
      const { units, decimals, textAt } = stored;
      return (row) => {
        const value = units[row] as number;
        return Number.isNaN(value) ? textAt(row) : withPoint(String(value), decimals);
      };
    }
    case 'doubles':
      return (row) => doubleText(stored.doubles[row] as number) ?? String(stored.doubles[row]);
    case 'singles':
      return (row) => floatText(stored.singles[row] as number) ?? String(stored.singles[row]);
    case 'truths':
      return (row) => stored.truths[row] !== 0;
    case 'days':
      return (row) => shownDay(stored.days[row] as number);
    case 'micros': {
      const { micros, textAt } = stored;
      return (row) => {
        const value = micros[row] as number;
        return Number.isNaN(value) ? textAt(row) : microsText(value);
      };
    }
    case 'utf8':
      return stored.textAt;
    case 'bytes':
      return (row) => blobText(stored.bytesAt(row));
    case 'texts':
      return (row) => stored.texts[row] ?? null;
  }
}

function shownDay(day: number): string {
  if (day === infiniteDay) return 'infinity';
  return day === -infiniteDay ? '-infinity' : dayText(day);
}
