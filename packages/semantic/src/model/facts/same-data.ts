/**
 * Whether two values of plain data are equal, as their JSON would be: a property without a value counts as absent. The
 * order of properties does not matter.
 */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other);
  return !Array.isArray(other) && isSameObject(one as DataObject, other as DataObject);
}

type DataObject = Readonly<Record<string, unknown>>;

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  // From the end: texts of SQL differ in their last part.
  for (let index = one.length - 1; index >= 0; index--) if (!isSameData(one[index], other[index])) return false;
  return true;
}

function isSameObject(one: DataObject, other: DataObject): boolean {
  const keys = Object.keys(one);
  for (const key of keys) if (!isSameData(one[key], other[key])) return false;
  const others = Object.keys(other);
  // Properties without a value are rare, and the only ones that leave it open which properties the other has.
  const isWhole = others.length === keys.length && keys.every((key) => one[key] !== undefined);
  return isWhole || others.every((key) => one[key] !== undefined || other[key] === undefined);
}
