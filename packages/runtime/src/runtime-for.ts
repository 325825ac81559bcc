import { accessFor } from '@orrery/semantic';
import { policyCallerOf, type SecurityContext } from '@orrery/kernel';
import type { CallerRuntime, ModelSnapshot, Runtime } from './runtime.ts';

/**
 * Returns the runtime for one caller: only the model and the rights to it differ between callers. The only function
 * that decides what a caller may see.
 *
 * @throws Unavailable when the caller's model cannot be compiled now, MalformedCaller
 */
export async function runtimeFor(runtime: Runtime, context: SecurityContext): Promise<CallerRuntime> {
  const model = await runtime.modelFor(context);
  const { access, caller } = callerViewOf(model, context);
  // It inherits everything else.
  return Object.create(runtime, {
    model: { value: model, enumerable: true },
    access: { value: access, enumerable: true },
    caller: { value: caller, enumerable: true },
  }) as CallerRuntime;
}

type CallerView = Pick<CallerRuntime, 'access' | 'caller'>;

/** @throws MalformedCaller */
export function callerViewOf({ index }: ModelSnapshot, context: SecurityContext): CallerView {
  const caller = policyCallerOf(context);
  return { caller, access: accessFor(index, caller) };
}
