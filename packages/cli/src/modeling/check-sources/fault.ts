import type { Fragment, MemberId, ModelSite, SiteOptions } from '@orrery/semantic';

/** A part of the model that the data source refuses, or answers with another type than declared. */
export type SourceFault = {
  readonly site: ModelSite;
  readonly options: SiteOptions;
  /** SQL that may have caused the fault elsewhere, because what it refers to is itself at fault. */
  readonly fragments: readonly Fragment[];
} & (
  | { readonly kind: 'source' | 'join' | 'refresh-key'; readonly reason: string }
  | { readonly kind: 'member' | 'filter' | 'mask' | 'unanswerable'; readonly member: MemberId; readonly reason: string }
  | { readonly kind: 'type'; readonly member: MemberId; readonly declared: string; readonly found: string }
  | { readonly kind: 'aggregate'; readonly member: MemberId; readonly aggregate: string; readonly found: string }
);
