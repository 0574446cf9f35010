import { issue } from '../../database/refused.ts';
import { requiredOrganization } from '../../http/access/reach.ts';
import { Failure } from '../../http/failure.ts';
import { implement } from '../../http/implementation.ts';
import {
  configProblems,
  configRecord,
  createConfig,
  deleteConfig,
  findsNothing,
  isNoisy,
  isStale,
  readConfig,
  readConfigs,
  updateConfig,
} from './config.ts';
import { detectionPage } from './list.ts';
import { findMatches, runConfig } from './run.ts';
import { readSources } from './source.ts';

const MAX_SAMPLES = 10;

export const detectionOperations = implement({
  detectionList: async ({ caller, database, service, body }) => {
    const { slug, ...order } = body;
    return detectionPage(database, service.cursors, requiredOrganization(caller, slug).id, order);
  },

  detectionSources: ({ caller, database }) => readSources(database, caller),

  detectionConfigList: async ({ caller, database, body }) => {
    const rows = await readConfigs(database, requiredOrganization(caller, body.slug).id);
    return { configs: rows.map(configRecord) };
  },

  detectionConfigCreate: async ({ caller, database, body }) => {
    const { slug, ...draft } = body;
    return configRecord(await createConfig(database, requiredOrganization(caller, slug).id, draft));
  },

  detectionConfigUpdate: async ({ caller, database, body }) => {
    const { id, slug, ...changes } = body;
    return configRecord(await updateConfig(database, requiredOrganization(caller, slug).id, id, changes));
  },

  detectionConfigDelete: async ({ caller, database, body }) => {
    await deleteConfig(database, requiredOrganization(caller, body.slug).id, body.id);
    return { success: true as const, id: body.id };
  },

  detectionConfigRun: async ({ caller, database, body, change }) => {
    const { id: organizationId } = requiredOrganization(caller, body.slug);
    const config = await readConfig(database, organizationId, body.id);
    if (!config.enabled) throw new Failure('CONFLICT', issue('configOff', { id: body.id }, 'id'));
    const result = await runConfig(database, config, change);
    return { config: configRecord(await readConfig(database, organizationId, body.id)), ...result };
  },

  detectionConfigValidate: async ({ caller, database, body }) => {
    const { id: organizationId } = requiredOrganization(caller, body.slug);
    const { source, terms } = body;
    const { matches } = await findMatches(database, { source, terms, organizationId });
    const { issues } = new Failure('BAD_REQUEST', { issues: configProblems(terms, matches.length) }).body;
    return {
      valid: issues?.length === 0,
      issues: issues ?? [],
      resultCount: matches.length,
      sample: matches.slice(0, MAX_SAMPLES).map(({ asset, confidence }) => ({ ...asset, confidence })),
    };
  },

  detectionDrift: async ({ caller, database, body }) => {
    const configs = await readConfigs(database, requiredOrganization(caller, body.slug).id);
    const now = Date.now();
    return {
      zeroResult: configs.filter(findsNothing).map(configRecord),
      noisy: configs.filter(isNoisy).map(configRecord),
      stale: configs.filter((config) => isStale(config, now)).map(configRecord),
    };
  },
});
