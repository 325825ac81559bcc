import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { prepareShop } from '../../examples/shop/prepare.ts';

const demo = resolve(import.meta.dirname, '../../examples/shop');

export interface DemoProject {
  readonly project: string;
  readonly databaseFile: string;
}

/** The demo with generated data. */
export async function copyDemo(directory: string, today: string): Promise<DemoProject> {
  const project = join(directory, 'shop');
  for (const part of ['orrery.yml', 'model']) await cp(join(demo, part), join(project, part), { recursive: true });
  const { file } = await prepareShop({ directory: join(project, 'data'), today });
  return { project, databaseFile: file };
}
