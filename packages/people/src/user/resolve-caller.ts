import {
  type AccountUsers,
  isRecord,
  MalformedCaller,
  policyCallerOf,
  type TokenCaller,
  Unauthorized,
  type SecurityContext,
} from '@orrery/kernel';

/**
 * Resolves a caller for policies. A token that names a user of the account (`cubeCloud.user`), or the session of a viewer
 * (`cubeCloud.viewer` and `cubeCloud.session`), does not state groups itself: the current groups apply.
 *
 * @param usersOf finds the users of the account, where the token names one of them
 * @throws Unauthorized for an unknown user or session, and for a malformed element `cubeCloud`
 */
export async function resolveCaller(principal: TokenCaller, usersOf: () => AccountUsers): Promise<TokenCaller> {
  try {
    const securityContext = await resolved(principal.securityContext, usersOf);
    return securityContext === principal.securityContext ? principal : { ...principal, securityContext };
  } catch (error) {
    if (!(error instanceof MalformedCaller)) throw error;
    throw new Unauthorized('auth.invalid-token', 'Invalid token', { cause: error });
  }
}

/** Returns the claims of a token, with the current data of the user they name. @throws MalformedCaller */
export function resolveContext(claims: SecurityContext, users: AccountUsers): Promise<SecurityContext> {
  return resolved(claims, () => users);
}

async function resolved(claims: SecurityContext, usersOf: () => AccountUsers): Promise<SecurityContext> {
  const securityContext = await standingContext(claims, usersOf);
  policyCallerOf(securityContext);
  return securityContext;
}

async function standingContext(claims: SecurityContext, usersOf: () => AccountUsers): Promise<SecurityContext> {
  const reserved = reservedOf(claims);
  if (!reserved) return claims;
  if (Object.hasOwn(reserved, 'user')) {
    const { user, ...others } = reserved;
    requireNumber('user', user);
    requireNoMore('user', others);
    const standing = await usersOf().of(user);
    if (!standing) throw new MalformedCaller(`cubeCloud.user: there is no active user ${user}`);
    const { groups, roles, userAttributes } = standing;
    return { ...claims, cubeCloud: { user, groups, roles, userAttributes } };
  }
  if (!Object.hasOwn(reserved, 'viewer')) return claims;
  const { viewer, session, ...others } = reserved;
  requireNumber('viewer', viewer);
  requireNoMore('viewer', others);
  const standing = typeof session === 'string' ? await usersOf().viewers?.of(session) : undefined;
  if (standing?.userId !== viewer) throw new MalformedCaller('cubeCloud.session: there is no such session');
  const { email, groups, roles, userAttributes } = standing;
  const { email: _, ...given } = claims; // a session never states the address of its viewer
  const known = email === undefined ? given : { ...given, email };
  return { ...known, cubeCloud: { viewer, groups, roles, userAttributes } };
}

function requireNumber(name: string, value: unknown): asserts value is number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new MalformedCaller(`cubeCloud.${name} is no number`);
  }
}

/** Groups and attributes of who is looked up are not stated. */
function requireNoMore(name: string, others: SecurityContext): void {
  const [more] = Object.keys(others);
  if (more !== undefined) throw new MalformedCaller(`cubeCloud has ${more} in addition to ${name}`);
}

/** Returns the user a caller claims to be, whether or not that user exists. */
export function userNamedBy(claims: SecurityContext): unknown {
  return reservedNamingUser(claims)?.['user'];
}

/** Whether the claims require looking a user up. */
export function namesUser(claims: SecurityContext): boolean {
  return reservedNamingUser(claims) !== undefined;
}

function reservedNamingUser(claims: SecurityContext): SecurityContext | undefined {
  const reserved = reservedOf(claims);
  return reserved && Object.hasOwn(reserved, 'user') ? reserved : undefined;
}

function reservedOf(claims: SecurityContext): SecurityContext | undefined {
  const reserved = Object.hasOwn(claims, 'cubeCloud') ? claims['cubeCloud'] : undefined;
  return isRecord(reserved) ? reserved : undefined;
}
