import type { SecurityContext } from '@orrery/semantic';
import type { ModelSnapshot, Runtime } from './runtime.ts';

/**
 * The runtime as it is for one caller: everything but the model is the same for all.
 *
 * @throws Unavailable when the caller's model cannot be compiled now
 */
export async function runtimeFor(runtime: Runtime, context: SecurityContext): Promise<Runtime> {
  const model = await runtime.modelFor(context);
  return model === runtime.model ? runtime : withModel(runtime, model);
}

function withModel(runtime: Runtime, model: ModelSnapshot): Runtime {
  return Object.create(runtime, { model: { value: model, enumerable: true } }) as Runtime; // it has all of the runtime
}
