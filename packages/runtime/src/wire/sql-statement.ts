import type { Parsed } from '@orrery/sql';

/** A statement as it was read. */
export type ReadSql = Extract<Parsed, { kind: 'parsed' }>['statements'][number];

/** A statement that works on the session of a connection, as it was read. */
export type ReadSession = Extract<ReadSql, { kind: 'session' }>['statement'];

/** An option of EXPLAIN or COPY as it was read. */
export type ReadOption = Extract<ReadSql, { kind: 'explain' }>['options'][number];
