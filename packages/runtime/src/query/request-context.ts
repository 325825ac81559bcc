import type { RequestContext } from '@orrery/semantic';
import type { DataScope } from '@orrery/kernel';

/** What the SQL of a model may read of a caller: the claims of the verified token, nothing else of the request. */
export function contextOf({ securityContext }: DataScope): RequestContext {
  return { kind: 'caller', securityContext };
}
