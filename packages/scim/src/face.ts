import type { Provisioner } from './provisioner.ts';
import type { Wanted } from './list/index.ts';
import type { Resource, Selection } from './resource/index.ts';
import type { ResourceType } from './schema/index.ts';

export interface Versioned {
  readonly resource: Resource;
  readonly version: number;
}

export interface Found {
  readonly total: number;
  readonly resources: readonly Resource[];
}

/** What becomes of a resource, if it is still the one the caller knows. */
export interface Change {
  /** Of `If-Match`. */
  readonly condition: string | undefined;
  readonly apply: (before: Resource) => Resource;
  readonly selection: Selection;
}

/** A kind of resources, over the services that keep them. Ids are those of the wire. */
export interface Face {
  typeOf(accountId: number): Promise<ResourceType>;
  /** @throws ScimError */
  search(caller: Provisioner, type: ResourceType, wanted: Wanted, selection: Selection): Promise<Found>;
  /** @throws ScimError when there is none */
  get(caller: Provisioner, type: ResourceType, id: string, selection: Selection): Promise<Versioned>;
  /** @throws ScimError, Invalid, Conflict */
  create(caller: Provisioner, type: ResourceType, body: unknown, selection: Selection): Promise<Versioned>;
  /** All of it or nothing. @throws ScimError, Invalid, Conflict */
  change(caller: Provisioner, type: ResourceType, id: string, change: Change): Promise<Versioned>;
  /** @throws ScimError */
  delete(caller: Provisioner, id: string, condition: string | undefined): Promise<void>;
}
