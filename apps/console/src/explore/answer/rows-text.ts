import type { QueryAnswer } from '@orrery/embed';
import { exploreWords as words } from '../../words/explore-words.ts';

type CountedRows = Pick<QueryAnswer, 'rows' | 'rowLimit' | 'offset'>;

/** Whether there may be more rows than there are here. */
export const isCut = ({ rows, rowLimit }: CountedRows) => rowLimit !== undefined && rows.length >= rowLimit;

/** How many rows there are, or which of all they are. */
export function rowsText(answered: CountedRows): string {
  const { rows, offset = 0 } = answered;
  if (offset > 0 && rows.length > 0)
    return words.rowsFrom(offset + 1, offset + rows.length, isCut(answered) ? 'cut' : 'all');
  return isCut(answered) ? words.cutOff(rows.length) : words.rowCount(rows.length);
}

/** Names of files are cut at their end, where it says which rows they have. */
const longestTitle = 50;

/** The title of a file of rows; one of a part says which part. */
export function fileTitleOf(title: string, answered: CountedRows): string {
  const { rows, offset = 0 } = answered;
  const isPart = rows.length > 0 && (offset > 0 || isCut(answered));
  return isPart ? words.partOf(title.slice(0, longestTitle), offset + 1, offset + rows.length) : title;
}
