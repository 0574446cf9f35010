/** Installs the PostgreSQL of the system's packages where none is found. The tests on a server are skipped without it. */
import { postgresPrograms } from './postgres.ts';
import { canInstall, installPackages } from './system-package.ts';

if (postgresPrograms() === null && canInstall()) {
  console.log('No PostgreSQL was found: installing one …');
  installPackages('postgresql');
}
