import { Invalid } from './errors.ts';

export interface FieldFault {
  readonly field: string;
  /** Follows the name of the field: `is empty`. */
  readonly fault: string;
}

/** Values that cannot be kept; all of them are named. */
export class InvalidInput extends Invalid {
  readonly faults: readonly FieldFault[];

  constructor(code: string, faults: readonly FieldFault[]) {
    const texts = faults.map(({ field, fault }) => `the ${field} ${fault}`);
    super(code, upperFirst(texts.join(', ')));
    this.faults = faults;
  }
}

/** @throws InvalidInput when there is a fault */
export function requireSound(code: string, faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new InvalidInput(code, faults);
}

/** Asks each field that is given for its fault. */
export function faultsIn<T extends object>(
  given: T,
  faultOf: { readonly [field in keyof T]?: (value: NonNullable<T[field]>) => string | undefined },
): readonly FieldFault[] {
  return (Object.keys(faultOf) as (keyof T & string)[]).flatMap((field) => {
    const value = given[field];
    if (value === undefined || value === null) return [];
    const fault = faultOf[field]?.(value);
    return fault === undefined ? [] : [{ field, fault }];
  });
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
