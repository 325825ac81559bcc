import { readProject, readSettings, version } from '@orrery/config';
import { OperatorError } from '@orrery/kernel';
import { countModel, counting, describeModelCounts, loadModelFiles } from '@orrery/runtime';
import { compileModel } from '@orrery/semantic';
import type { Command } from '../command/index.ts';
import type { Diagnosis } from '../doctor/index.ts';

/** Says what this version would change of an installation of an earlier one, and changes nothing. */
export const upgrade: Command = {
  usage: 'upgrade --check [--project DIR] [--data DIR]',
  summary:
    'with --check: says whether this version reads settings, store and model of an installation, and what it would change',
  settings: ['project', 'data', 'dev'],
  flags: [
    {
      name: 'check',
      isSwitch: true,
      shows:
        '  run by the new version before its first start: changes nothing, and exits with 1 where a start or its answers would fail',
    },
  ],
  words: 0,
  async run(input) {
    if (input.flags['check'] !== true) {
      throw new OperatorError(
        'Only upgrade --check exists, which changes nothing. A new version is installed as the first one was (docs/install.md), ' +
          'and brings the store up to date when it starts, or by orrery migrate.',
      );
    }
    const { checkDisk, checkSettings, checkSteps, Report } = await import('../doctor/index.ts');
    const report = new Report(input, 'orrery upgrade --check');
    report.tell([{ level: 'ok', part: 'version', says: `Orrery ${version} is the one that would run` }]);
    const settings = report.read('settings', () => readSettings(input));
    if (!settings) return report.end();
    report.tell(checkSettings(settings));
    report.tell(await checkDisk(settings));
    report.tell((await checkSteps(settings, input.clock)).map(startsWith));
    const project = report.read('project', () => readProject(settings.projectDirectory, input.environment));
    if (!project) return report.end();
    report.tell([{ level: 'ok', part: 'project', says: project.directory }]);
    const model = report.read('model', () => modelOf(project));
    if (model) report.tell([model]);
    return report.end();
  },
};

/** A server starts with a clock that is wrong, and this version does not change it. */
function startsWith(diagnosis: Diagnosis): Diagnosis {
  return diagnosis.part === 'clock' && diagnosis.level === 'wrong' ? { ...diagnosis, level: 'note' } : diagnosis;
}

/** A server starts with a model that has problems, and refuses what they are about. */
function modelOf({
  modelDirectory,
  modelVariables: variables,
}: Pick<ReturnType<typeof readProject>, 'modelDirectory' | 'modelVariables'>): Diagnosis {
  const part = 'model';
  const { build } = compileModel(loadModelFiles(modelDirectory), undefined, { variables, context: {} });
  const says = describeModelCounts(countModel(build));
  const { length } = build.problems;
  if (length === 0) return { level: 'ok', part, says };
  return {
    level: 'note',
    part,
    says: `${says}, and ${counting(length, 'problem')}`,
    wayOut: '`orrery check` names them',
  };
}
