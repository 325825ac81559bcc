import type { Provisioner } from './provisioner.ts';
import type { SearchRequest } from './list/index.ts';
import type { ScimResource, Selection } from './resource/index.ts';
import type { ScimResourceType } from './schema/index.ts';

export interface Versioned {
  readonly resource: ScimResource;
  readonly version: number;
}

export interface ResourcePage {
  readonly total: number;
  readonly resources: readonly ScimResource[];
}

/** A change of a resource, made only if the client knows its current version. */
export interface ResourceChange {
  /** Value of `If-Match`. */
  readonly condition: string | undefined;
  readonly apply: (before: ScimResource) => ScimResource;
  readonly selection: Selection;
}

/** SCIM's view of one kind of resources, over the services that store them. Ids are those clients use. */
export interface ScimFace {
  typeOf(accountId: number): Promise<ScimResourceType>;
  /** @throws ScimError */
  search(
    caller: Provisioner,
    type: ScimResourceType,
    wanted: SearchRequest,
    selection: Selection,
  ): Promise<ResourcePage>;
  /** @throws ScimError when no such resource exists */
  get(caller: Provisioner, type: ScimResourceType, id: string, selection: Selection): Promise<Versioned>;
  /** @throws ScimError, Invalid, Conflict */
  create(caller: Provisioner, type: ScimResourceType, body: unknown, selection: Selection): Promise<Versioned>;
  /** Makes the whole change or nothing. @throws ScimError, Invalid, Conflict */
  change(caller: Provisioner, type: ScimResourceType, id: string, change: ResourceChange): Promise<Versioned>;
  /** @throws ScimError */
  delete(caller: Provisioner, id: string, condition: string | undefined): Promise<void>;
}
