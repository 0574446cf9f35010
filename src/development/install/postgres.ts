import { globSync } from 'node:fs';

/** Where distributions, Homebrew and the installers of PostgreSQL put its programs. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];
/** The oldest version that the service supports. */
export const OLDEST_POSTGRES = 15;

const versionOf = (folder: string): number => Number(/(\d+)(?:\.\d+)?\/bin$/.exec(folder)?.[1] ?? 0);

/** The folder of the newest PostgreSQL of this machine that the service supports; null where there is none. */
export function postgresPrograms(): string | null {
  const folders = PLACES.flatMap((place) => globSync(place)).filter((folder) => versionOf(folder) >= OLDEST_POSTGRES);
  return folders.sort((a, b) => versionOf(b) - versionOf(a))[0] ?? null;
}
