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

/** A change of a resource, made only if the client knows its current version. */
export interface ResourceChange {
  /** Value of `If-Match`. */
  readonly condition: string | undefined;
  readonly apply: (before: Resource) => Resource;
  readonly selection: Selection;
}

/** SCIM's view of one kind of resources, over the services that store them. Ids are those clients use. */
export interface Face {
  typeOf(accountId: number): Promise<ResourceType>;
  /** @throws ScimError */
  search(caller: Provisioner, type: ResourceType, wanted: Wanted, selection: Selection): Promise<Found>;
  /** @throws ScimError when no such resource exists */
  get(caller: Provisioner, type: ResourceType, id: string, selection: Selection): Promise<Versioned>;
  /** @throws ScimError, Invalid, Conflict */
  create(caller: Provisioner, type: ResourceType, body: unknown, selection: Selection): Promise<Versioned>;
  /** Makes the whole change or nothing. @throws ScimError, Invalid, Conflict */
  change(caller: Provisioner, type: ResourceType, id: string, change: ResourceChange): Promise<Versioned>;
  /** @throws ScimError */
  delete(caller: Provisioner, id: string, condition: string | undefined): Promise<void>;
}
