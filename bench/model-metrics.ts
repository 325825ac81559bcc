import type { BenchServer } from './server-process.ts';

/** Number of times the server has compiled its model since it started. */
export async function compilesOf(server: BenchServer, metricsToken: string): Promise<number> {
  const text = (await server.read('/metrics', { authorization: `Bearer ${metricsToken}` })).toString();
  const value = /^orrery_model_compiles_total\{[^}]*\} (\d+)/m.exec(text)?.[1];
  if (value === undefined) throw new Error('the metrics do not say how often the model was compiled');
  return Number(value);
}
