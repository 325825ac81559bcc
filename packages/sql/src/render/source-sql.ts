import type { QueryExpression } from '@orrery/semantic';
import type { SourceSql } from '../blocks/index.ts';
import type { TargetEngine } from '../functions/index.ts';
import type { ColumnId } from '../relation/index.ts';
import { StatementRefused } from '../refusal.ts';
import { renderScalar } from './scalar.ts';

/** Stands before and after the number of a column in a text, until holes take its place. No constant may have it. */
const mark = '\u0001';

/** Renders conditions and group keys of blocks for the engine of their source. */
export function sourceSql(target: TargetEngine): SourceSql {
  return (scalar, types, hole) => {
    if (JSON.stringify(scalar).includes('\\u0001')) return { cannot: 'a text has the character U+0001' };
    const context = {
      target,
      column: (id: ColumnId) => {
        const type = types(id);
        const text = `${mark}${id}${mark}`;
        return { value: target.stored(text, type), stored: text, isRaw: true };
      },
      query: () => {
        throw new Error('a condition of a block has no sub-query');
      },
    };
    try {
      const { text, scale } = renderScalar(scalar, context);
      const parts = text.split(mark).flatMap((part, index): readonly (string | QueryExpression)[] => {
        if (index % 2 === 1) return [hole(Number(part))];
        return part === '' ? [] : [part];
      });
      return { parts, ...(scale ? { scale } : {}) };
    } catch (error) {
      if (error instanceof StatementRefused) return { cannot: error.refusal.message };
      throw error;
    }
  };
}
