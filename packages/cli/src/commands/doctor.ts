import { readProject, readSettings, type Settings, version } from '@orrery/config';
import type { Command, CommandInput } from '../command/index.ts';
import type { Diagnosis, Report } from '../doctor/index.ts';

/** Prints a line for each part of the installation; exits with 1 when one is wrong. */
export const doctor: Command = {
  usage: 'doctor [flags]',
  summary: 'checks versions, settings, port, store, data sources, clock, disk and certificate of this machine',
  settings: ['project', 'data', 'host', 'port', 'publicUrl', 'tlsCert', 'tlsKey', 'tlsSelfSigned', 'trustProxy', 'dev'],
  flags: [],
  words: 0,
  async run(input) {
    const checks = await import('../doctor/index.ts');
    const report = new checks.Report(input, 'orrery doctor');
    report.tell([
      { level: 'ok', part: 'version', says: `Orrery ${version} on Node ${process.versions.node}, ${platform}` },
    ]);
    const settings = report.read('settings', () => readSettings(input));
    if (settings) await checkAll(settings, input, report, checks);
    return report.end();
  },
};

const platform = `${process.platform} ${process.arch}`;

async function checkAll(
  settings: Settings,
  { clock, environment }: CommandInput,
  report: Report,
  checks: typeof import('../doctor/index.ts'),
): Promise<void> {
  report.tell(checks.checkSettings(settings));
  report.tell(await checks.checkPort(settings));
  report.tell(await checks.checkCertificate(settings, clock));
  report.tell(await checks.checkDisk(settings));
  report.tell(await checks.checkStore(settings, clock));
  const project = report.read('project', () => readProject(settings.projectDirectory, environment));
  if (!project) return;
  report.tell([{ level: 'ok', part: 'project', says: `${project.directory}${settings.isDemo ? ' (the demo)' : ''}` }]);
  report.tell(await sourcesOf(settings, checks.checkSources(project, settings, environment)));
}

/** The demo makes its data when it starts for the first time. */
async function sourcesOf(settings: Settings, checked: Promise<readonly Diagnosis[]>): Promise<readonly Diagnosis[]> {
  const diagnoses = await checked;
  if (!settings.isDemo) return diagnoses;
  return diagnoses.map((diagnosis) =>
    diagnosis.level === 'wrong'
      ? { ...diagnosis, level: 'note', wayOut: '`orrery start` makes the data of the demo' }
      : diagnosis,
  );
}
