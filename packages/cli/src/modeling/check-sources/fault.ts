import type { Fragment, MemberId, ModelSite, SiteOptions } from '@orrery/semantic';

/** Something a data source refuses, or gives otherwise than the model says. */
export type Fault = {
  readonly site: ModelSite;
  readonly options: SiteOptions;
  /** SQL the fault may stem from elsewhere: what it refers to may be at fault itself. */
  readonly fragments: readonly Fragment[];
} & (
  | { readonly kind: 'source' | 'join' | 'refresh-key'; readonly reason: string }
  | { readonly kind: 'member' | 'filter' | 'mask' | 'unanswerable'; readonly member: MemberId; readonly reason: string }
  | { readonly kind: 'type'; readonly member: MemberId; readonly declared: string; readonly found: string }
  | { readonly kind: 'aggregate'; readonly member: MemberId; readonly aggregate: string; readonly found: string }
);
