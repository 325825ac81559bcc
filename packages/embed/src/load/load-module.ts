/** The message where a part of the program could not be loaded. */
export const notLoaded = 'What shows this could not be loaded. Try again, or reload the page.';

const name = 'ModuleNotLoaded';

/** Modules that came at the second attempt, by the address that failed. */
const loaded = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Loads a part of the program. Some browsers (Chromium 147) remember that a module failed, and never ask for its address
 * again: it is asked for under another one at once, and with each further call.
 *
 * @throws an error that `isNotLoaded` knows
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // The browser names the module that it asked for: one of ours.
    const [address] = /https?:[^\s'"?]+\.js/.exec(String(error)) ?? [];
    if (address === undefined) throw named(error);
    attempts += 1;
    const again = loaded.get(address) ?? import(/* @vite-ignore */ `${address}?attempt=${attempts}`);
    loaded.set(address, again);
    return again.catch((second: unknown) => {
      loaded.delete(address);
      throw named(second);
    }) as Promise<Module>; // of the same address
  }
}

/** Whether an error says that a module could not be loaded. It compares names, because this module may be loaded twice. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.name === name;
}

function named(cause: unknown): Error {
  return Object.assign(new Error(notLoaded, { cause }), { name });
}
