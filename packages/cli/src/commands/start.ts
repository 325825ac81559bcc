import { requireRoom } from '@orrery/runtime';
import { readProject, readSettings } from '@orrery/config';
import { type Command, projectOf } from '../command/index.ts';

export const start: Command = {
  usage: 'start [flags]',
  summary: 'serves a project',
  settings: [
    'project',
    'data',
    'host',
    'port',
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
    requireRoom(settings.dataDirectory);
    const project = readProject(await projectOf(settings, input), environment);
    return serve(settings, project, input);
  },
};
