import { Unauthorized } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { CallerAttributes, UserStanding } from './caller-attributes.ts';
import { isRecord, MalformedCaller, policyCallerOf } from './policy-caller.ts';

type Context = Principal['securityContext'];

/** By the claims of a token: what they became with the user's standing at that time. */
const known = new WeakMap<Context, { readonly standing: UserStanding; readonly securityContext: Context }>();

/**
 * A caller as policies may read one. A token that names a user of the account (`cubeCloud.user`) says nothing of groups
 * itself: they are the user's own, as they stand now.
 *
 * @throws Unauthorized for a user there is not, and for an element `cubeCloud` that cannot be understood
 */
export async function resolveCaller(principal: Principal, users: CallerAttributes): Promise<Principal> {
  try {
    const securityContext = await standingContext(principal.securityContext, users);
    policyCallerOf(securityContext);
    return securityContext === principal.securityContext ? principal : { ...principal, securityContext };
  } catch (error) {
    if (!(error instanceof MalformedCaller)) throw error;
    throw new Unauthorized('auth.invalid-token', 'Invalid token', { cause: error });
  }
}

async function standingContext(claims: Context, users: CallerAttributes): Promise<Context> {
  const reserved = Object.hasOwn(claims, 'cubeCloud') ? claims['cubeCloud'] : undefined;
  if (!isRecord(reserved) || !Object.hasOwn(reserved, 'user')) return claims;
  const { user, ...others } = reserved;
  if (typeof user !== 'number' || !Number.isSafeInteger(user)) throw new MalformedCaller('cubeCloud.user is no number');
  const [more] = Object.keys(others);
  if (more !== undefined) throw new MalformedCaller(`cubeCloud has ${more} beside user`);
  const standing = await users.of(user);
  if (!standing) throw new MalformedCaller('cubeCloud.user is no active user');
  const remembered = known.get(claims);
  if (remembered?.standing === standing) return remembered.securityContext;
  const { groups, roles, userAttributes } = standing;
  const securityContext = { ...claims, cubeCloud: { user, groups, roles, userAttributes } };
  known.set(claims, { standing, securityContext });
  return securityContext;
}
