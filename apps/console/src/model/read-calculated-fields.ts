import { aggregates, type CalculatedField, calculations, type FieldCondition } from './calculated-fields.ts';
import { isRecord } from './record.ts';

/** The name of a dimension with its view, and for times a granularity. */
const dimension = /^\w+\.\w+(\.\w+)?$/;
const longestName = 200;
const longestSql = 10_000;
const most = 50;

/** Reads calculated fields, which are untrusted. Fields that cannot be read are left out. */
export function readCalculatedFields(given: unknown): readonly CalculatedField[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const read = new Map<string, CalculatedField>();
  for (const each of given as readonly unknown[]) {
    if (!isRecord(each)) continue;
    const { name, sql, of, where } = each;
    if (typeof name !== 'string' || name.trim() === '' || name.length > longestName || read.has(name)) continue;
    const calculation = calculations.find((known) => known === each['calculation']);
    const aggregate = aggregates.find((known) => known === each['aggregate']);
    if (calculation && typeof of === 'string') read.set(name, { name, calculation, of });
    else if (aggregate && typeof of === 'string' && dimension.test(of)) read.set(name, { name, aggregate, of });
    else if (typeof of === 'string' && areConditions(where)) read.set(name, { name, of, where });
    else if (typeof sql === 'string' && sql.trim() !== '' && sql.length <= longestSql) read.set(name, { name, sql });
  }
  return read.size === 0 ? undefined : [...read.values()].slice(0, most);
}

function areConditions(given: unknown): given is readonly FieldCondition[] {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every(
      (each: unknown) =>
        isRecord(each) &&
        typeof each['dimension'] === 'string' &&
        dimension.test(each['dimension']) &&
        (each['value'] === null || ['string', 'number', 'boolean'].includes(typeof each['value'])),
    )
  );
}
