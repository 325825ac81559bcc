import {
  type AccountUsers,
  isRecord,
  MalformedCaller,
  policyCallerOf,
  type TokenCaller,
  Unauthorized,
} from '@orrery/kernel';

type Context = TokenCaller['securityContext'];

/**
 * Resolves a caller for policies. A token that names a user of the account (`cubeCloud.user`) does not state groups
 * itself: the user's current groups apply.
 *
 * @throws Unauthorized for an unknown user, and for a malformed element `cubeCloud`
 */
export async function resolveCaller(principal: TokenCaller, users: AccountUsers): Promise<TokenCaller> {
  try {
    const securityContext = await resolveContext(principal.securityContext, users);
    return securityContext === principal.securityContext ? principal : { ...principal, securityContext };
  } catch (error) {
    if (!(error instanceof MalformedCaller)) throw error;
    throw new Unauthorized('auth.invalid-token', 'Invalid token', { cause: error });
  }
}

/** Returns the claims of a token, with the current data of the user they name. @throws MalformedCaller */
export async function resolveContext(claims: Context, users: AccountUsers): Promise<Context> {
  const securityContext = await standingContext(claims, users);
  policyCallerOf(securityContext);
  return securityContext;
}

async function standingContext(claims: Context, users: AccountUsers): Promise<Context> {
  const reserved = reservedNamingUser(claims);
  if (!reserved) return claims;
  const { user, ...others } = reserved;
  if (typeof user !== 'number' || !Number.isSafeInteger(user)) throw new MalformedCaller('cubeCloud.user is no number');
  const [more] = Object.keys(others);
  if (more !== undefined) throw new MalformedCaller(`cubeCloud has ${more} in addition to user`);
  const standing = await users.of(user);
  if (!standing) throw new MalformedCaller(`cubeCloud.user: there is no active user ${user}`);
  const { groups, roles, userAttributes } = standing;
  return { ...claims, cubeCloud: { user, groups, roles, userAttributes } };
}

/** Returns the user a caller claims to be, whether or not that user exists. */
export function userNamedBy(claims: Context): unknown {
  return reservedNamingUser(claims)?.['user'];
}

/** Whether the claims require looking a user up. */
export function namesUser(claims: Context): boolean {
  return reservedNamingUser(claims) !== undefined;
}

function reservedNamingUser(claims: Context): Context | undefined {
  const reserved = Object.hasOwn(claims, 'cubeCloud') ? claims['cubeCloud'] : undefined;
  return isRecord(reserved) && Object.hasOwn(reserved, 'user') ? reserved : undefined;
}
