import { hastenModules } from './module-loading.ts';

hastenModules();
const { carryOut } = await import('./command-line.ts');
process.exitCode = await carryOut(process.argv.slice(2));
