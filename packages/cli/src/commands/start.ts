import { requireRoom } from '@orrery/runtime';
import { type HttpSettings, readProject, readSettings } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { type Command, listenFault, projectOf, tryToListen } from '../command/index.ts';

export const start: Command = {
  usage: 'start [flags]',
  summary: 'serves a project',
  settings: [
    'project',
    'data',
    'host',
    'port',
    'sqlPort',
    'publicUrl',
    'tlsCert',
    'tlsKey',
    'tlsSelfSigned',
    'trustProxy',
    'dev',
    'noMigrate',
  ],
  flags: [],
  words: 0,
  async run(input) {
    const { flags, environment, directory, serve } = input;
    const settings = readSettings({ flags, environment, directory });
    // A start that is bound to fail leaves no data folder.
    const own = settings.isDemo ? undefined : readProject(settings.projectDirectory, environment);
    await requireAddress(settings.http, '--port');
    const { port } = settings.sql;
    if (typeof port === 'number') await requireAddress({ ...settings.http, port }, '--sql-port');
    await requireCertificate(settings.http);
    requireRoom(settings.dataDirectory);
    return serve(settings, own ?? readProject(await projectOf(settings, input), environment), input);
  },
};

/** @throws OperatorError when nothing can listen on the address */
async function requireAddress(http: HttpSettings, flag: '--port' | '--sql-port'): Promise<void> {
  const fault = listenFault(await tryToListen(http), http, flag);
  if (fault) throw new OperatorError(`${fault.reason}; ${fault.wayOut}.`);
}

/** @throws OperatorError when there are files of a certificate that cannot be used */
async function requireCertificate({ transport }: HttpSettings): Promise<void> {
  if (transport.kind !== 'files') return;
  const { certificateFiles } = await import('@orrery/server');
  await certificateFiles(transport.certificateFile, transport.keyFile).read();
}
