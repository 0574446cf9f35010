import { ens_normalize } from '@adraffy/ens-normalize/xnf';
import { readAnyScript } from './ens.ts';

// The tables of ENSIP-15 are 29 kB: only what is loaded for the worker, the service or a form of contents has them.
readAnyScript(ens_normalize);
