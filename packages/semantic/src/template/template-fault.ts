import type { CatalogueCode, CatalogueParams } from '../problem/index.ts';

/** Where something stands in a template. Offsets are in UTF-16 units, `[from, to)`. */
export interface TemplatePlace {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

interface TemplateFaultOptions {
  readonly hint?: string | undefined;
  readonly place?: TemplatePlace;
  readonly wanted?: string | undefined;
}

/**
 * Ends the rendering of one file; caught by `renderTemplate`, which makes a problem of it. It is thrown through the
 * evaluation because a half-evaluated template has nothing else to go on with.
 */
export class TemplateFault<C extends CatalogueCode = CatalogueCode> extends Error {
  readonly code: C;
  readonly params: CatalogueParams<C>;
  readonly hint: string | undefined;
  /** Absent: where the evaluation stands. */
  readonly place: TemplatePlace | undefined;
  /** The name that nothing defines. */
  readonly wanted: string | undefined;

  constructor(code: C, params: CatalogueParams<C>, options: TemplateFaultOptions = {}) {
    super(code);
    this.code = code;
    this.params = params;
    this.hint = options.hint;
    this.place = options.place;
    this.wanted = options.wanted;
  }
}

/** Returns the fault of a filter, an operator or a call that cannot take its operands. */
export function failed(reason: string, hint?: string): TemplateFault<'model.template-failed'> {
  return new TemplateFault('model.template-failed', { reason }, { hint });
}
