import type { Cell } from '../query/index.ts';

/** Formats a cell for people; numbers keep their digits. */
export function shownCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const time = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\.(\d{3})$/.exec(cell);
  if (!time) return cell;
  const [, day = '', clock = '', thousandths = ''] = time;
  if (clock === '00:00:00' && thousandths === '000') return day;
  return thousandths === '000' ? `${day} ${clock}` : `${day} ${clock}.${thousandths}`;
}
