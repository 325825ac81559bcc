/** A page and its address. */
export interface PageAlone {
  /** The path in the syntax of the router, below the path of the public address. */
  readonly path: string;
  /** Shown to people who are not signed in. */
  readonly isPublic: boolean;
  /** A question that only its reader may answer: it stands without the application around it, and no page shows it in a frame. */
  readonly isNeverFramed?: true;
}

/** Pages that stand without the application around them. The first script of every page reads these, and no others. */
export const pagesAlone: readonly PageAlone[] = [
  { path: '/device', isPublic: false, isNeverFramed: true },
  { path: '/connect', isPublic: false, isNeverFramed: true },
  { path: '/sign-in', isPublic: true },
  { path: '/signed-in', isPublic: true },
  { path: '/forgot-password', isPublic: true },
  { path: '/set-password', isPublic: true },
  { path: '/start', isPublic: true },
];
