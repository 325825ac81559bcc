import type { SqlCapabilities } from '@orrery/contract';
import type { CallerRuntime } from '../runtime.ts';

/** What SQL over the model takes; loads what reads statements. */
export async function readSqlCapabilities(runtime: CallerRuntime): Promise<SqlCapabilities> {
  const { sqlCapabilitiesOf } = await import('./sql-capabilities.ts');
  return sqlCapabilitiesOf(runtime);
}
