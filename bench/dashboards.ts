import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dashboardOfTiles } from './figures/dashboard-tiles.ts';
import { writeOrdersProject } from './orders-project.ts';

/** Measures a dashboard of thirty tiles in Chromium, alone, in about two minutes: `node bench/dashboards.ts`. */
const folder = mkdtempSync(join(tmpdir(), 'orrery-dashboards-'));
try {
  const [project, data] = [join(folder, 'project'), join(folder, 'data')];
  for (const each of [project, data]) mkdirSync(each);
  await writeOrdersProject(project);
  for (const { name, measured, baseline, bound, isWithin } of await dashboardOfTiles({ project, data }))
    console.log(`${isWithin ? 'ok  ' : 'MISS'} ${name}: ${measured} (bound ${bound}, beside ${baseline})`);
} finally {
  rmSync(folder, { recursive: true });
}
