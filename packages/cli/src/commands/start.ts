import { requireRoom } from '../../../runtime/src/source/data-directory.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import type { Command } from '../command/command.ts';
import { projectOf } from '../command/project-of.ts';

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
