const shows = ['everything', 'favourites', 'ofOthers'] as const;
const sorts = ['lastChanged', 'lastViewed', 'byName', 'created'] as const;

/** The part of the workspace that is listed, as the address has it. */
export interface WorkspaceSearch {
  readonly search?: string | undefined;
  readonly show: (typeof shows)[number];
  readonly sort: (typeof sorts)[number];
}

/** Reads what stands in an address, which may be anything. */
export function readWorkspaceSearch({ search, show, sort }: Readonly<Record<string, unknown>>): WorkspaceSearch {
  return {
    ...(typeof search === 'string' && search !== '' ? { search: search.slice(0, 255) } : {}),
    show: shows.find((each) => each === show) ?? 'everything',
    sort: sorts.find((each) => each === sort) ?? 'lastChanged',
  };
}

const fields = {
  lastChanged: 'updated_at',
  lastViewed: 'viewer_last_viewed_at',
  byName: 'name',
  created: 'created_at',
} as const;

/** Returns the parameters of the request to the server. */
export function workspaceQuery({ search, show, sort }: WorkspaceSearch, folderId: number | undefined) {
  return {
    ...(folderId === undefined ? {} : { folderId }),
    ...(search === undefined ? {} : { search }),
    ...(show === 'favourites' ? { favorites: 'true' as const } : {}),
    ...(show === 'ofOthers' ? { ofOthers: 'true' as const } : {}),
    orderByField: fields[sort],
  };
}
