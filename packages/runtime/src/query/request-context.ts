import type { RequestContext } from '@orrery/semantic';
import type { DataScope } from '@orrery/kernel';

/** Values of a caller that the SQL of a model may read: only the claims of the verified token. */
export function contextOf({ securityContext }: DataScope): RequestContext {
  return { kind: 'caller', securityContext };
}
