import { decimal, heldByQuotients, numericOf } from './numeric.ts';
import type { Rendered } from './rendered.ts';
import { fillTemplate } from './template.ts';

/** PostgreSQL writes a double with 15 significant digits (a real with 6) and reads them as numeric. */
export function doubleToNumeric({ text, type }: Rendered): Rendered {
  const digits = type.name === 'float4' ? 6 : 15;
  const written = `format('{:.${digits - 1}e}', CAST($1 AS DOUBLE))`;
  const special = `WHEN NOT isfinite($1) THEN error('NaN and infinity are no numerics here')`;
  const power = `CAST(split_part(${written}, 'e', 2) AS INTEGER)`;
  const fraction = `length(rtrim(replace(split_part(${written}, 'e', 1), '.', ''), '0'))`;
  const kept = heldByQuotients;
  const lost = `${fraction} - 1 - ${power} > ${kept}`;
  const exact = `CASE WHEN $1 IS NULL THEN NULL ${special} WHEN $1 <> 0 AND ${lost} THEN error('this number needs more decimals than are kept; round it') ELSE CAST(${written} AS ${decimal(kept)}) END`;
  const rounded = (decimals: number): string => {
    const room = Math.min(decimals + 17, 34);
    const near = `CAST(CAST(${written} AS ${decimal(room)}) AS ${decimal(decimals)})`;
    const tiny = `abs($1) < 1e-${decimals + 2}`;
    const body = `CASE WHEN $1 IS NULL THEN NULL ${special} WHEN ${tiny} THEN CAST(0 AS ${decimal(decimals)}) WHEN abs($1) >= 1e15 THEN CAST(${written} AS ${decimal(decimals)}) ELSE ${near} END`;
    return fillTemplate(body, [text]);
  };
  return numericOf(fillTemplate(exact, [text]), { held: kept, isShown: false }, { rounded });
}
