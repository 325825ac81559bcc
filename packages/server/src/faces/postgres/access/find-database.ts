import type { NamedDeployment } from '@orrery/deployments';
import { nameKey, shownLiteral } from '@orrery/kernel';
import { WireFailure } from '../protocol/wire-failure.ts';

/** The parts of a database's name: a deployment, and behind `@` a branch. */
export interface DatabaseName {
  readonly deployment: string;
  readonly branch: string | null;
}

export function readDatabaseName(text: string): DatabaseName {
  const at = text.lastIndexOf('@');
  if (at < 0) return { deployment: text, branch: null };
  return { deployment: text.slice(0, at), branch: text.slice(at + 1) };
}

/** Deployments that a name may mean, by their number or their name. Where one deployment serves, every name means it. */
export function deploymentsNamed(text: string, all: readonly NamedDeployment[]): readonly NamedDeployment[] {
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  const byNumber = all.filter(({ id }) => id === number);
  if (byNumber.length > 0) return byNumber;
  const key = nameKey(text);
  const byName = all.filter(({ name }) => nameKey(name) === key);
  return byName.length === 0 && all.length === 1 ? all : byName;
}

const mostListed = 10;

/** Names the databases that the caller may use, and no others. */
export function noDatabase(database: string, usable: readonly NamedDeployment[]): WireFailure {
  const listed = usable.slice(0, mostListed).map(({ id, name }) => `${id} ("${name}")`);
  const more = usable.length > mostListed ? `, and ${usable.length - mostListed} more` : '';
  const hint = usable.length === 0 ? 'This user may use no database' : `This user may use ${listed.join(', ')}${more}`;
  return new WireFailure('3D000', `database "${shownLiteral(database)}" does not exist`, { hint, isFatal: true });
}

export function noBranch(database: string, branch: string): WireFailure {
  const message = `database "${shownLiteral(database)}" does not exist: there is no branch '${shownLiteral(branch)}'`;
  return new WireFailure('3D000', message, { isFatal: true });
}
