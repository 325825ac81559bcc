import { type Operation, scopesTaken } from '@orrery/contract';

const levels = { view: 'to see', edit: 'to edit', full: 'of a manager of' } as const;
const viewers = {
  locked: 'sessions of viewers of embedded content, those for one dashboard included',
  read: 'sessions of viewers of embedded content',
  creator: 'sessions of viewers in creator mode',
} as const;

/** Describes in words which callers may use an operation. */
export function takesInWords(operation: Pick<Operation, 'method' | 'takes'>): string {
  const { takes } = operation;
  if (takes.callers === 'anybody') return 'Needs no credential.';
  const scopes = scopesTaken(operation).map((scope) => `\`${scope}\``);
  const sentences = [
    takes.callers.includes('token') && 'Takes a token of the deployment.',
    takes.scope && takes.scope !== 'any' && `The token needs the scope \`${takes.scope}\`.`,
    takes.callers.includes('provider') && 'For identity providers, by the API key of an admin.',
    takes.callers.includes('person') && (takes.isAdmin ? 'For admins.' : 'For users of the account.'),
    takes.isSessionOnly && 'Takes the session of a browser, and no other credential.',
    takes.allDeployments && 'The API key must be for all deployments.',
    takes.onAccount && `Takes the right \`${takes.onAccount}\`.`,
    takes.onDeployment && `Takes the right \`${takes.onDeployment}\` on the deployment.`,
    takes.isChanging && 'Not for the deployment of the project folder, whose files are changed instead.',
    takes.onItem && `Takes the right ${levels[takes.onItem.level]} the ${takes.onItem.kind.toLowerCase()}.`,
    takes.onAgent && 'Takes access to the agent in the path.',
    takes.feature && `The account needs the feature \`${takes.feature}\`.`,
    scopes.length > 0 &&
      `Takes an access token with the scope ${new Intl.ListFormat('en', { type: 'disjunction' }).format(scopes)}.`,
    takes.viewers && `Also takes ${viewers[takes.viewers]}.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}
