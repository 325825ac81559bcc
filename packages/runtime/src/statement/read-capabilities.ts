import type { SqlCapabilities } from '@orrery/contract';
import type { CallerRuntime } from '../runtime.ts';

/** Lists the constructs that SQL over the model supports; loads the code that reads statements. */
export async function readSqlCapabilities(runtime: CallerRuntime): Promise<SqlCapabilities> {
  const { sqlCapabilitiesOf } = await import('./sql-capabilities.ts');
  return sqlCapabilitiesOf(runtime);
}
