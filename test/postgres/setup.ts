import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { postgresPrograms } from '../../src/development/install/postgres.ts';
import { openDatabase } from '../../src/service/database/connection.ts';
import { PostgresServer } from './server.ts';

/** Starts the server that the service's tests run on a second time, with an empty database of which each test gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL was there a moment ago');
  const server = await PostgresServer.start(programs);
  const template = 'with_tables';
  const client = postgres(server.url('postgres'), { max: 1 });
  await client.unsafe(`create database ${template}`);
  await client.end();
  const { close } = await openDatabase({ kind: 'server', url: server.url(template) });
  await close();
  project.provide('postgresUrl', server.url('postgres'));
  project.provide('postgresTemplate', template);
  project.provide('postgresPrograms', programs);
  return () => server.stop();
}
