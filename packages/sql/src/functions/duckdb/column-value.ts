import type { SqlType } from '../../types/index.ts';
import type { Rendered, Scale } from './rendered.ts';

/** A stored value as one of the type of its column: models may call texts numbers, and numbers texts. */
export function storedValue(text: string, type: SqlType, scale?: Scale): Rendered {
  switch (type.name) {
    case 'float8':
      return { text: `CAST(${text} AS DOUBLE)`, type };
    case 'int2':
    case 'int4':
    case 'int8':
      return {
        text: `CAST(${text} AS ${type.name === 'int8' ? 'BIGINT' : type.name === 'int4' ? 'INTEGER' : 'SMALLINT'})`,
        type,
      };
    case 'bool':
      return { text: `CAST(${text} AS BOOLEAN)`, type };
    case 'timestamp':
      return { text: `CAST(${text} AS TIMESTAMP)`, type };
    case 'numeric': {
      const held = scale ?? { held: type.modifier?.[1] ?? 0, isShown: true };
      return { text: `CAST(${text} AS DECIMAL(38,${held.held}))`, type, scale: held };
    }
    default:
      return { text: `CAST(${text} AS VARCHAR)`, type };
  }
}
