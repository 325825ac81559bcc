import { hash } from 'node:crypto';
import type { ConnectAnswer, ConnectQuestion } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import { Conflict, NotFound, type Person } from '@orrery/kernel';
import {
  type Authorization,
  type ClientDocuments,
  hostOfRedirect,
  matchesRedirect,
  type OwnAddresses,
  readAuthorization,
  type RedirectFault,
  withAnswer,
} from '@orrery/oauth';
import { type GrantService, type OAuthCodes, type OAuthGrant, type UserService } from '@orrery/people';
import type { RequestCaller } from '../caller.ts';
import { InvalidFields } from '../invalid-fields.ts';
import { earlierConsent } from './earlier-consent.ts';
import { connectQuestion, requireUsable } from './usable-deployments.ts';

export interface ConnectServices {
  readonly clientDocuments: Pick<ClientDocuments, 'find'>;
  readonly oauthGrants: Pick<GrantService, 'list'>;
  readonly oauthCodes: Pick<OAuthCodes, 'make'>;
  readonly ownAddresses: Pick<OwnAddresses, 'issuer' | 'isResource'>;
  readonly users: Pick<UserService, 'get'>;
  readonly deployments: Pick<DeploymentService, 'summaries'>;
}

interface Allowed {
  readonly query: string;
  /** `null`: all; `undefined`: those that were allowed before, without a question. */
  readonly deploymentIds: readonly number[] | null | undefined;
  /** Names the question that was answered; `undefined`: the one of this moment. */
  readonly digest: string | undefined;
}

type Deployments = OAuthGrant['deployments'];

/** The question of an application to a person, and the answer of the person. Both read the query of the browser again. */
export class Consent {
  readonly #services: ConnectServices;

  constructor(services: ConnectServices) {
    this.#services = services;
  }

  /** Reads the question. @throws InvalidFields for a request that no answer can be sent to, NotFound where OAuth is off */
  async show(person: Person, query: string): Promise<ConnectAnswer> {
    const read = await this.#read(person, query);
    const grants = await this.#grantsOf(person, read);
    if (read.kind === 'redirect') return this.#faultAnswer(read, grants);
    const earlier = earlierConsent(read, grants, matchesRedirect);
    if (!earlier && read.prompt.has('none')) {
      return this.#faultAnswer({ ...read, ...neverAsked }, grants);
    }
    return this.#question(person, read, earlier !== undefined);
  }

  /** @returns the address to which the browser brings a code @throws as `show`, Conflict without an earlier consent, or for another question */
  async allow(
    person: Person,
    { query, deploymentIds, digest }: Allowed,
    makeChange: RequestCaller['makeChange'],
  ): Promise<string> {
    const read = await this.#authorization(person, query);
    if (digest !== undefined && digest !== digestOf(read)) {
      const message = 'The application has changed since it asked. Read what it asks for now, and decide again.';
      throw new Conflict('oauth.other-question', message);
    }
    const deployments =
      deploymentIds === undefined
        ? await this.#deploymentsOfEarlier(person, read)
        : await requireUsable(person, this.#services.deployments, deploymentIds);
    const { client, redirectUri, redirectWasGiven, challenge, scopes, resource, state } = read;
    const { userId } = person;
    const code = await makeChange(async (change) => {
      const asked = { client, userId, redirectUri, redirectWasGiven, challenge, scopes, resource, deployments };
      const made = await this.#services.oauthCodes.make(change, asked);
      await change.record({
        event: 'Approved connected application',
        attributes: { client: client.name, host: hostOfRedirect(redirectUri), scopes, deployments },
      });
      return made;
    });
    return withAnswer(redirectUri, { code, state, iss: this.#services.ownAddresses.issuer() });
  }

  /** @returns the address to which the browser brings the refusal @throws as `show` */
  async deny(person: Person, query: string): Promise<string> {
    const { redirectUri, state } = await this.#authorization(person, query);
    const error_description = 'The user did not allow it';
    return withAnswer(redirectUri, { error: 'access_denied', error_description, state, iss: this.#issuer() });
  }

  async #read(person: Person, query: string): Promise<Authorization | RedirectFault> {
    this.#issuer();
    const { clientDocuments, ownAddresses: addresses } = this.#services;
    const clients = { find: (id: string) => clientDocuments.find(id, person) };
    const read = await readAuthorization(query, { clients, addresses, accountId: person.accountId });
    if (read.kind !== 'page') return read;
    throw new InvalidFields([{ path: 'query', message: read.sentence }]);
  }

  async #authorization(person: Person, query: string): Promise<Authorization> {
    const read = await this.#read(person, query);
    if (read.kind === 'authorization') return read;
    throw new InvalidFields([{ path: 'query', message: read.sentence }]);
  }

  #issuer(): string {
    const issuer = this.#services.ownAddresses.issuer();
    if (issuer !== undefined) return issuer;
    throw new NotFound('oauth.off', 'Applications cannot be connected until the server knows its public address');
  }

  #grantsOf({ accountId, userId }: Person, { client }: Pick<Authorization, 'client'>): Promise<readonly OAuthGrant[]> {
    return this.#services.oauthGrants.list(accountId, { userId, clientId: client.id });
  }

  /** A fault goes to an application that the person knows at once; to one of strangers, only if the person wishes. */
  #faultAnswer(
    fault: Omit<RedirectFault, 'kind' | 'error'> & { readonly error: string },
    grants: readonly OAuthGrant[],
  ): ConnectAnswer {
    const { redirectUri, error, sentence, state, isTrusted } = fault;
    const answer = { error, error_description: sentence, state, iss: this.#issuer() };
    return {
      kind: 'fault',
      sentence,
      redirectHost: hostOfRedirect(redirectUri),
      redirectTo: withAnswer(redirectUri, answer),
      passes: isTrusted || grants.length > 0,
    };
  }

  async #question(person: Person, asked: Authorization, passes: boolean): Promise<ConnectQuestion> {
    const question = await connectQuestion(person, asked, this.#services);
    const redirectHost = hostOfRedirect(asked.redirectUri);
    return { kind: 'question', digest: digestOf(asked), ...question, redirectHost, passes };
  }

  async #deploymentsOfEarlier(person: Person, asked: Authorization): Promise<Deployments> {
    const earlier = earlierConsent(asked, await this.#grantsOf(person, asked), matchesRedirect);
    if (earlier) return earlier.deployments;
    throw new Conflict('oauth.must-ask', 'This has not been allowed before: the user has to be asked');
  }
}

/** A document may change between the question and the answer, and an admin may change an application. */
function digestOf({ client, redirectUri, scopes, resource }: Authorization): string {
  const shown = [client.kind, client.name, client.documentHash, redirectUri, scopes, resource];
  return hash('sha256', JSON.stringify(shown), 'base64url');
}

const neverAsked = {
  error: 'interaction_required',
  sentence: 'The application asks that the user is not asked, but this has not been allowed before',
} as const;
