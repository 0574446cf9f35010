import { ens_normalize } from '@adraffy/ens-normalize/xnf';
import { readAnyScript } from './ens.ts';

// The tables of ENSIP-15 take 29 kB, so only the worker, the service and the report form import this file.
readAnyScript(ens_normalize);
