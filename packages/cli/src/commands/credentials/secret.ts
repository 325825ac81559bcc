import { OperatorError } from '@orrery/kernel';
import {
  type Command,
  type CommandInput,
  instantText,
  readNumber,
  renderTable,
  withMetadata,
} from '../../command/index.ts';

const deploymentFlag = { name: 'deployment', shows: 'N  whose secrets (default: 1)' };

export const rotateSecret: Command = {
  usage: 'secret rotate [--deployment N | --embed]',
  summary: 'prints a new secret for Data API tokens, once; former secrets are still accepted',
  settings: ['project', 'data', 'dev'],
  flags: [
    deploymentFlag,
    {
      name: 'embed',
      isSwitch: true,
      shows: '  instead the secret for viewers of embedded content: all their sessions end',
    },
  ],
  words: 0,
  async run(input) {
    if (input.flags['embed'] === true) return rotateEmbedSecret(input);
    const deploymentId = deploymentOf(input);
    const { id, secret } = await withMetadata(input, ({ changes, deployments, author }) =>
      changes.changeRights(author, (change) => deployments.rotateSecret(change, deploymentId)),
    );
    input.print(secret);
    input.note(`Secret ${id} of deployment ${deploymentId} signs from now on. It is not shown again.`);
    noteSettings(input);
    return 0;
  },
};

async function rotateEmbedSecret(input: CommandInput): Promise<number> {
  if (input.flags['deployment'] !== undefined) {
    throw new OperatorError('secret rotate takes --deployment or --embed: viewers of all deployments have one secret.');
  }
  await withMetadata(input, ({ changes, embedSecrets, author }) =>
    changes.changeRights(author, (change) => embedSecrets.rotate(change)),
  );
  input.print('The sessions of all viewers of embedded content have ended; new ones are signed by a new secret.');
  return 0;
}

export const listSecrets: Command = {
  usage: 'secret list [--deployment N]',
  summary: 'lists the secrets for Data API tokens, without showing any',
  settings: ['project', 'data', 'dev'],
  flags: [deploymentFlag],
  words: 0,
  async run(input) {
    const secrets = await withMetadata(input, ({ deployments, accountId }) =>
      deployments.listSecrets(accountId, deploymentOf(input)),
    );
    const rows = secrets.map(({ id, createdAt }, index) => [id, instantText(createdAt), index === 0 ? 'signs' : '']);
    input.print(renderTable({ columns: ['id', 'created', ''], rows }));
    noteSettings(input);
    return 0;
  },
};

export const removeSecret: Command = {
  usage: 'secret remove ID [--deployment N]',
  summary: 'ends a secret; a running server refuses its tokens within a second',
  settings: ['project', 'data', 'dev'],
  flags: [deploymentFlag],
  words: 1,
  async run(input) {
    const id = readNumber('secret remove', input.words[0]);
    await withMetadata(input, ({ changes, deployments, author }) =>
      changes.changeRights(author, (change) => deployments.removeSecret(change, deploymentOf(input), id)),
    );
    input.print(`Secret ${id} is removed.`);
    noteSettings(input);
    return 0;
  },
};

function deploymentOf({ flags }: CommandInput): number {
  return readNumber('--deployment', flags['deployment'] ?? '1');
}

/** Notes that configured secrets override stored ones. */
function noteSettings({ environment, note }: CommandInput): void {
  const names = ['ORRERY_API_SECRET', 'CUBEJS_API_SECRETS', 'CUBEJS_API_SECRET', 'ORRERY_JWT_KEY', 'CUBEJS_JWT_KEY'];
  const set = [...names, 'ORRERY_JWK_URL', 'CUBEJS_JWK_URL'].filter((name) => environment[name]);
  if (set.length > 0) note(`Deployment 1 does not use its stored secrets while ${set.join(', ')} is set.`);
}
