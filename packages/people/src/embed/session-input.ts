import { type AttributeType, type AttributeValue, Invalid, InvalidInput, type InputProblem } from '@orrery/kernel';
import { isSystemName } from '../group/index.ts';
import { externalIdFault, tenantNameFault } from '../tenant/index.ts';
import { profileFaults } from '../user/index.ts';

export interface GroupDefinition {
  readonly name: string;
  readonly description?: string | undefined;
}

export interface AttributeDefinition extends GroupDefinition {
  readonly type: AttributeType;
  readonly displayName?: string | undefined;
  readonly defaultValue?: string | undefined;
}

/** A viewer's data, as an embedding application sends them. Absent fields were not given. */
export interface SessionInput {
  readonly deploymentId: number;
  readonly externalId?: string | undefined;
  readonly internalId?: string | undefined;
  readonly email?: string | undefined;
  readonly userProfile?:
    | { readonly displayName?: string | undefined; readonly picture?: string | undefined }
    | undefined;
  readonly embedTenantName?: string | undefined;
  readonly creatorMode?: boolean | undefined;
  readonly userAttributes?: readonly { readonly name: string; readonly value: AttributeValue | null }[] | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly userAttributeDefinitions?: readonly AttributeDefinition[] | undefined;
  readonly groupDefinitions?: readonly GroupDefinition[] | undefined;
  readonly securityContext?: Readonly<Record<string, unknown>> | undefined;
  readonly embedTheme?: Readonly<Record<string, unknown>> | undefined;
  readonly publicDashboardId?: string | undefined;
  readonly isEphemeral?: boolean | undefined;
  readonly ephemeralTtlSeconds?: number | undefined;
  readonly roles?: readonly string[] | undefined;
}

/** Fields that say something of an external user, or of what the account already knows of an internal one. */
const refusedWithInternal = [
  'userProfile',
  'creatorMode',
  'userAttributes',
  'groups',
  'userAttributeDefinitions',
  'groupDefinitions',
  'securityContext',
  'isEphemeral',
  'ephemeralTtlSeconds',
  'roles',
] as const;

/**
 * Checks a request for a session without looking at the store, in steps; the first step with a problem lists all
 * problems of the step.
 *
 * @throws InvalidInput
 */
export function requireSoundSession(input: SessionInput): void {
  requireNone([...identityProblems(input), ...fieldProblems(input)]);
  requireNone(duplicateProblems(input));
  const { creatorMode, embedTenantName, groupDefinitions, userAttributeDefinitions } = input;
  if (!groupDefinitions && !userAttributeDefinitions) return;
  const words = 'groupDefinitions and userAttributeDefinitions require';
  if (creatorMode !== true) requireNone([{ path: 'creatorMode', message: `${words} creatorMode` }]);
  if (embedTenantName === undefined) requireNone([{ path: 'embedTenantName', message: `${words} embedTenantName` }]);
}

/** @throws InvalidInput with the first message as its own */
function requireNone(problems: readonly InputProblem[]): void {
  const [first] = problems;
  if (first) throw new InvalidInput('embed-session.invalid', first.message, problems);
}

/** A text that the contract fixes; what it is about is in the details. */
export function refuse(code: string, message: string, problems: readonly InputProblem[]): Invalid {
  return new InvalidInput(code, message, problems);
}

function identityProblems(input: SessionInput): readonly InputProblem[] {
  const { externalId, internalId } = input;
  if ((externalId === undefined) === (internalId === undefined)) {
    return [{ path: 'externalId', message: 'Provide exactly one of externalId or internalId' }];
  }
  if (internalId === undefined) return [];
  return refusedWithInternal
    .filter((field) => input[field] !== undefined)
    .map((field) => ({ path: field, message: `${field} is not allowed with internalId` }));
}

function fieldProblems(input: SessionInput): readonly InputProblem[] {
  const { externalId, internalId, embedTenantName, email, userProfile, securityContext, groupDefinitions } = input;
  const named = (path: string, fault: string | undefined) => {
    return fault === undefined ? [] : [{ path, message: `${path} ${fault}` }];
  };
  const profile = profileFaults({
    email: internalId === undefined ? email || undefined : undefined,
    displayName: userProfile?.displayName,
    picture: userProfile?.picture,
  });
  return [
    ...(externalId === undefined ? [] : named('externalId', externalIdFault(externalId))),
    ...(embedTenantName === undefined ? [] : named('embedTenantName', tenantNameFault(embedTenantName))),
    ...profile.flatMap(({ path, message }) => named(path === 'email' ? path : `userProfile.${path}`, message)),
    ...reservedIn(securityContext).map((path) => ({ path, message: `${path} is reserved` })),
    ...(groupDefinitions ?? []).flatMap(({ name }, index) =>
      named(`groupDefinitions.${index}.name`, isSystemName(name) ? 'is that of a system group' : undefined),
    ),
    ...ephemeralProblems(input),
  ];
}

function ephemeralProblems({ isEphemeral, ephemeralTtlSeconds }: SessionInput): readonly InputProblem[] {
  // A user who stays is said so; the time then has no effect.
  if (ephemeralTtlSeconds === undefined || isEphemeral !== undefined) return [];
  return [{ path: 'ephemeralTtlSeconds', message: 'ephemeralTtlSeconds requires isEphemeral' }];
}

/** The element of a security context that the server fills, also where `u` holds the context. */
function reservedIn(context: SessionInput['securityContext']): readonly string[] {
  if (!context) return [];
  const inner = Object.hasOwn(context, 'u') ? context['u'] : undefined;
  const isReservedInside = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'cubeCloud');
  return [
    ...(Object.hasOwn(context, 'cubeCloud') ? ['securityContext.cubeCloud'] : []),
    ...(isReservedInside ? ['securityContext.u.cubeCloud'] : []),
  ];
}

function duplicateProblems(input: SessionInput): readonly InputProblem[] {
  const lists = [
    ['userAttributes', 'user attribute', input.userAttributes],
    ['groupDefinitions', 'group definition', input.groupDefinitions],
    ['userAttributeDefinitions', 'user attribute definition', input.userAttributeDefinitions],
  ] as const;
  return lists.flatMap(([path, words, items]) => {
    const names = twice((items ?? []).map(({ name }) => name));
    return names.length === 0 ? [] : [{ path, message: `Duplicate ${words} names: ${names.join(', ')}` }];
  });
}

function twice(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.size === seen.add(name).size))];
}
