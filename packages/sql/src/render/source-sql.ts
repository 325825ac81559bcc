import type { QueryExpression } from '@orrery/semantic';
import type { SourceSql } from '../blocks/index.ts';
import { duckDbTarget, type Scale, type StatementSession, type TargetEngine, targetNamed } from '../functions/index.ts';
import type { ColumnId } from '../relation/index.ts';
import { refuseUnsupported, StatementRefused } from '../refusal.ts';
import { renderScalar } from './scalar.ts';

/** Stands before and after the number of a column in a text, until holes take its place. No constant may have it. */
const mark = '\u0001';

/**
 * Renders conditions and group keys of blocks for the engine of their source.
 *
 * @param dialect its name @returns undefined when nothing renders for it: the engine of results does it all
 */
export function sourceSql(dialect: string, session: StatementSession): SourceSql | undefined {
  const target = targetNamed(dialect, session);
  return target && sqlFor(target);
}

function sqlFor(target: TargetEngine): SourceSql {
  return (scalar, types, hole) => {
    if (JSON.stringify(scalar).includes('\\u0001')) return { cannot: 'a text has the character U+0001' };
    const rendered = (engine: TargetEngine) =>
      renderScalar(scalar, {
        target: engine,
        column: (id: ColumnId) => {
          const type = types(id);
          const text = `${mark}${id}${mark}`;
          return { value: engine.stored(text, type), stored: text, isRaw: true };
        },
        query: () => {
          throw new Error('a condition of a block has no sub-query');
        },
      });
    try {
      const { text, scale: own } = rendered(target);
      const scale =
        own ?? (scalar.type.name === 'numeric' ? decimalsOf(rendered(duckDbTarget(target.session))) : undefined);
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

/** The engine of results keeps as many decimals as PostgreSQL shows: those that it would have itself. */
function decimalsOf({ scale }: { readonly scale?: Scale }): Scale {
  if (scale?.isShown) return scale;
  return refuseUnsupported('sql.cannot-evaluate', 'a numeric with as many decimals as its value needs');
}
