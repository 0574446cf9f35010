import {
  detectionConfigCreate,
  detectionConfigDelete,
  detectionConfigList,
  detectionConfigRun,
  detectionConfigUpdate,
  detectionConfigValidate,
  detectionDrift,
  detectionList,
} from '../../../../api/threat/detection.ts';
import { Failure } from '../../../http/failure.ts';
import type { Answer, Gate } from '../../gate.ts';
import { numberIn } from '../../number.ts';
import type { Html } from '../../page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from '../access/visit.ts';
import { addressed, daysOf, one, several } from '../form/address.ts';
import { confirmationPage, isConfirmed } from '../frame/confirmation.ts';
import { problemsOf } from '../frame/problem.ts';
import { CONFIG_FIELDS, configOf, draftOfConfig, draftOfForm, NEW_CONFIG } from './config-form.ts';
import { type ConfigState, configPage } from './config-page.ts';
import { detectionPage } from './detection-page.ts';

const ONE = '/detection/:config{[a-z0-9]+}';
const PAGE_SIZE = 25;
const FILTERED = ['source', 'confidence', 'assetStatus', 'assetType'] as const;

/** What detection looks for, and what it found. */
export function detectionRoutes(gate: Gate): void {
  organizationGet(gate, '/detection', list);
  organizationGet(gate, ONE, (visit) => show(visit, { done: doneText(visit) }));

  organizationPost(gate, ONE, 'admin', async (visit, form) => {
    const { slug } = visit.organization;
    const draft = draftOfForm(form);
    const id = idOf(visit);
    try {
      const { id: saved } = await (id === null
        ? visit.call(detectionConfigCreate, { body: { slug, ...configOf(draft) } })
        : visit.call(detectionConfigUpdate, { body: { slug, id, ...configOf(draft) } }));
      return { to: `${visit.root}/detection/${saved}?done=saved` };
    } catch (error) {
      return show(visit, { draft, fieldProblems: problemsOf(error, CONFIG_FIELDS) });
    }
  });

  organizationPost(gate, `${ONE}/preview`, 'viewer', async (visit, form) => {
    const draft = draftOfForm(form);
    const { source, terms } = configOf(draft);
    try {
      const preview = await visit.call(detectionConfigValidate, {
        body: { slug: visit.organization.slug, source, terms },
      });
      return show(visit, { draft, preview });
    } catch (error) {
      return show(visit, { draft, fieldProblems: problemsOf(error, CONFIG_FIELDS) });
    }
  });

  organizationPost(gate, `${ONE}/run`, 'admin', async (visit) => {
    const id = requiredId(visit);
    const { resultCount, newCount } = await visit.call(detectionConfigRun, {
      body: { slug: visit.organization.slug, id },
    });
    return { to: `${visit.root}/detection/${id}?done=run&found=${resultCount}&new=${newCount}` };
  });

  organizationPost(gate, `${ONE}/delete`, 'admin', async (visit, form) => {
    const id = requiredId(visit);
    if (!isConfirmed(form)) {
      const { name } = await configOfId(visit, id);
      const back = `${visit.root}/detection/${id}`;
      const { words } = visit.frame;
      const text = words.t('desk.organization.detection.deleteText', { name });
      const title = words.t('desk.organization.detection.deleteTitle');
      const asked = { title, text, button: words.t('desk.organization.detection.delete'), back };
      return { page: confirmationPage(visit, '/detection', form, asked) };
    }
    await visit.call(detectionConfigDelete, { body: { slug: visit.organization.slug, id } });
    return { to: `${visit.root}/detection?done=deleted` };
  });
}

async function list(visit: OrganizationVisit): Promise<Answer> {
  const { slug } = visit.organization;
  const address = addressed(visit);
  const filters = FILTERED.flatMap((property) => {
    const value = several(address, property);
    return value === undefined ? [] : [{ property, operator: 'in' as const, value }];
  });
  const [found, { configs }, drift] = [
    await visit.call(detectionList, {
      body: {
        slug,
        ...{ query: one(address, 'query'), cursor: one(address, 'cursor'), limit: PAGE_SIZE },
        ...daysOf(address),
        ...(filters.length === 0 ? {} : { filters }),
      },
    }),
    await visit.call(detectionConfigList, { body: { slug } }),
    await visit.call(detectionDrift, { body: { slug } }),
  ];
  return { page: detectionPage(visit, { ...found, configs, drift }, { done: doneText(visit) }) };
}

/** Null for the one that is not made yet. */
function idOf({ context }: OrganizationVisit): number | null {
  const config = context.req.param('config');
  const id = numberIn(config);
  if (id === null && config !== 'new') throw missing();
  return id;
}

function requiredId(visit: OrganizationVisit): number {
  const id = idOf(visit);
  if (id === null) throw missing();
  return id;
}

async function configOfId(visit: OrganizationVisit, id: number) {
  const { configs } = await visit.call(detectionConfigList, { body: { slug: visit.organization.slug } });
  const config = configs.find((one) => one.id === id);
  if (!config) throw missing();
  return config;
}

const missing = () => new Failure('NOT_FOUND', { issues: ['There is no such detection config'] });

async function show(visit: OrganizationVisit, state: Partial<ConfigState>): Promise<Answer> {
  const id = idOf(visit);
  const config = id === null ? null : await configOfId(visit, id);
  const draft = state.draft ?? (config === null ? NEW_CONFIG : draftOfConfig(config));
  const page = configPage(visit, config, { ...state, draft });
  return state.fieldProblems === undefined ? { page } : { page, status: 422 };
}

function doneText({ context, frame: { words } }: OrganizationVisit): Html | null {
  const number = (name: string) => numberIn(context.req.query(name)) ?? 0;
  switch (context.req.query('done')) {
    case 'saved':
      return words.t('desk.organization.saved');
    case 'deleted':
      return words.t('desk.organization.detection.deleted');
    case 'run':
      return words.t('desk.organization.detection.hasRun', { found: number('found'), new: number('new') });
    default:
      return null;
  }
}
