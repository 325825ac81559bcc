export type CellValue = string | boolean | null | undefined;

/** Texts before a cell: `{"orders.status":` for unquoted values, and the same with the opening quote for texts. */
export interface CellPrefix {
  readonly column: number;
  readonly bare: string;
  readonly quoted: string;
  readonly mayNeedEscape: boolean;
}

/** @param isText whether the column holds texts, which are the only values that need escapes */
export function cellPrefix(bare: string, column: number, isText: boolean): CellPrefix {
  return { column, bare, quoted: `${bare}"`, mayNeedEscape: isText };
}

/** A value of a row as JSON, behind its prefix. */
export function cellText(prefix: CellPrefix, value: CellValue): string {
  if (typeof value === 'string') {
    return prefix.mayNeedEscape && needsEscape(value)
      ? prefix.bare + JSON.stringify(value)
      : `${prefix.quoted}${value}"`;
  }
  if (value === true) return `${prefix.bare}true`;
  if (value === false) return `${prefix.bare}false`;
  return `${prefix.bare}null`;
}

/** Length above which `JSON.stringify` escapes texts, because it reads them faster than this loop. */
const shortText = 64;

function needsEscape(text: string): boolean {
  if (text.length > shortText) return true;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return true;
  }
  return false;
}
