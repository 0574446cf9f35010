import type { TestProject } from 'vitest/node';
import { postgresPrograms } from './programs.ts';
import { PostgresServer } from './server.ts';

/** Starts the server that the service's tests run on a second time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL was there a moment ago');
  const server = await PostgresServer.start(programs);
  project.provide('postgresUrl', server.url('postgres'));
  project.provide('postgresPrograms', programs);
  return () => server.stop();
}
