import { registerHooks } from 'node:module';

const OF_DRIZZLE = '/node_modules/drizzle-orm/';

/**
 * Makes the modules of drizzle-orm load in a tenth of the time: from Node 22 on the format of each of its ninety files is asked of its
 * package.json, whose 179 kB of exports are parsed again each time, which was half of the time that a command took. All its `.js` files are
 * ES modules, so nothing has to be asked. Only what is imported afterwards gains by it.
 */
export function hastenModules(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('.') && context.parentURL?.includes(OF_DRIZZLE)
        ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
}
