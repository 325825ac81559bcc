import type { AuditEvent } from '@orrery/people';

/** A kind of thing that an account saves under names: where its rows are, what a value may be, and its words. */
export interface SavedKind<Value> {
  /** Has the columns of `SavedRow`, and a unique name in each account. */
  readonly table: 'chart_palette' | 'dashboard_theme';
  /** Column of the value, as JSON, and its name where a fault is reported. */
  readonly column: 'colors' | 'theme';
  /** Word of messages, such as `chart palette`. */
  readonly noun: string;
  /** Word of the message that there are too many. */
  readonly plural: string;
  /** Beginning of the codes of problems. */
  readonly code: string;
  readonly audit: {
    readonly created: AuditEvent;
    readonly updated: AuditEvent;
    readonly deleted: AuditEvent;
    /** Attribute with the id. */
    readonly id: string;
  };
  /** Returns what is wrong with a value. */
  faultsOf(value: Value): readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
}
