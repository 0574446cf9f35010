import { blocklistVersion } from '../../api/blocklist.ts';
import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { validate } from '../../api/organization/account.ts';
import { userOrg } from '../../api/organization/organization.ts';
import { portalIdentity } from '../../api/organization/portal.ts';
import { verifyArtifact } from '../../blocklist/codec/artifact.ts';
import type { Brand } from '../../organization/brand.ts';
import { xml } from '../words.ts';
import type { Findings } from './appearance.ts';

const TIMEOUT_MS = 10_000;
const ALLOWED: readonly string[] = ['protect', 'report'];

/** Checks a brand's service, key, list and portal by asking them. Sends nothing but the key. */
export async function serviceFindings(brand: Brand): Promise<Findings> {
  const pages = [
    ...(brand.supportUrl ? [pageProblem('supportUrl', brand.supportUrl)] : []),
    ...(brand.links ?? []).map(({ url }, index) => pageProblem(`links.${index}.url`, url)),
    ...Object.entries(brand.updateUrls ?? {}).map(([browser, url]) => hostProblem(`updateUrls.${browser}`, url)),
  ];
  const pageProblems = Promise.all(pages).then((problems) => problems.filter((problem) => problem !== null));
  if (brand.publishableKey === '') {
    const unreachable = await hostProblem('serviceUrl', brand.serviceUrl);
    return {
      problems: [...(unreachable ? [unreachable] : []), ...(await pageProblems)],
      notes: [
        'publishableKey: is empty, so each person enters a key, and only --list none builds; what needs a key was not checked',
      ],
    };
  }
  const endpoint = { baseUrl: brand.serviceUrl, apiKey: brand.publishableKey };
  const problems: string[] = [];
  const notes: string[] = [];
  try {
    const keyProblems = await keyFindings(endpoint, brand.slug);
    problems.push(...keyProblems);
    problems.push(...(await listProblems(endpoint, brand)));
    if (keyProblems.length === 0) {
      const portal = await portalFindings(endpoint, brand);
      problems.push(...(portal.problems ?? []));
      notes.push(...(portal.notes ?? []));
    }
  } catch (error) {
    problems.push(failure(error, brand.serviceUrl));
  }
  return { problems: [...problems, ...(await pageProblems)], notes };
}

async function keyFindings(endpoint: Endpoint, slug: string): Promise<string[]> {
  const answer = await call(endpoint, validate, {});
  if (answer.status !== 200) return [`publishableKey: ${endpoint.baseUrl} says nothing about it`];
  const { kind, organization } = answer.data;
  const scopes: readonly string[] = answer.data.scopes;
  if (kind !== 'organization')
    return [
      'publishableKey: belongs to a person; a build carries a key of an organization, because everybody can read it',
    ];
  const missing = ALLOWED.filter((scope) => !scopes.includes(scope));
  const more = scopes.filter((scope) => !ALLOWED.includes(scope));
  const problems: string[] = [];
  if (missing.length > 0) problems.push(`publishableKey: lacks the scope ${missing.join(' and ')}`);
  if (more.length > 0)
    problems.push(
      `publishableKey: can do more than protect and report (${more.join(', ')}), and everybody who has the build has the key; make one with these two scopes alone`,
    );
  if (organization && organization.slug !== slug)
    problems.push(`slug: the key belongs to "${organization.slug}", not to "${slug}"`);
  return problems;
}

async function listProblems(endpoint: Endpoint, { listPublicKeys, listUrl }: Brand): Promise<string[]> {
  const answer = await call(endpoint, blocklistVersion, {}).catch((error: unknown) => {
    // The missing scope is reported already.
    if (error instanceof ServiceRefusal && error.status === 403) return null;
    throw error;
  });
  if (answer?.status !== 200) return [];
  const { algoVersion, snapshot } = answer.data;
  const { token, count, sha256, version, signature, url } = snapshot;
  const isSigned = sha256 !== undefined && version !== undefined && signature !== undefined;
  const signs = (key: string) =>
    isSigned && verifyArtifact([key], signature, { algoVersion, kind: 'snapshot', token, count, sha256, version });
  const problems: string[] = [];
  if (listPublicKeys.length === 0 && isSigned)
    problems.push(
      'listPublicKeys: is empty, but the service signs its list; name the key that "npm run service -- list-key" shows there',
    );
  if (listPublicKeys.length > 0 && !isSigned)
    problems.push('listPublicKeys: names a key, but the service does not sign its list; have it signed, or leave []');
  else if (listPublicKeys.length > 0 && !listPublicKeys.some(signs))
    problems.push(
      'listPublicKeys: none of them signed the list of the service; compare with what "npm run service -- list-key" shows there',
    );
  const origin = new URL(url).origin;
  if (origin !== endpoint.baseUrl && origin !== listUrl)
    problems.push(`listUrl: the service has its list files at ${origin}; name that address`);
  if (listUrl !== undefined && origin !== listUrl)
    problems.push(`listUrl: the service has its list files at ${origin}, not at ${listUrl}`);
  return [...new Set(problems)];
}

async function portalFindings(endpoint: Endpoint, { slug, portalUrl }: Brand): Promise<Partial<Findings>> {
  const answer = await call(endpoint, userOrg, { params: { slug } }).catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 404) return null;
    throw error;
  });
  if (answer?.status !== 200) return { problems: [`slug: the service knows no organization "${slug}"`] };
  const { name, link } = portalIdentity(answer.data);
  if (link === null) return { notes: ['portalUrl: the portal of the organization is switched off at the service'] };
  const page = portalUrl + link.path;
  const fetched = await textOf(page);
  if ('problem' in fetched) return { problems: [`portalUrl: ${page} ${fetched.problem}`] };
  if (fetched.text.includes(xml(name).replaceAll("'", '&#39;'))) return {};
  const problem = `${page} does not name "${name}"; the portal belongs to another service than ${endpoint.baseUrl}`;
  return { problems: [`portalUrl: ${problem}`] };
}

async function pageProblem(key: string, url: string): Promise<string | null> {
  const fetched = await textOf(url);
  return 'problem' in fetched ? `${key}: ${url} ${fetched.problem}` : null;
}

/** Whether the host answers at all: before the first release there is no file at that address. */
async function hostProblem(key: string, url: string): Promise<string | null> {
  const fetched = await textOf(url);
  return 'problem' in fetched && fetched.isSilent ? `${key}: ${url} ${fetched.problem}` : null;
}

async function textOf(url: string): Promise<{ text: string } | { problem: string; isSilent: boolean }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit' });
    if (response.ok) return { text: await response.text() };
    await response.body?.cancel();
    return { problem: `answers ${response.status}`, isSilent: false };
  } catch {
    return { problem: 'could not be reached', isSilent: true };
  }
}

function failure(error: unknown, baseUrl: string): string {
  if (error instanceof ServiceRefusal) {
    if (error.status === 401) return 'publishableKey: the service does not accept it';
    return `serviceUrl: ${baseUrl} answered ${error.status}: ${error.message}`;
  }
  if (!(error instanceof ServiceUnreachable)) throw error;
  if (error.kind === 'malformed') return `serviceUrl: ${baseUrl} answers, but not as the service does`;
  if (error.kind === 'timeout') return `serviceUrl: ${baseUrl} did not answer in time`;
  return `serviceUrl: ${baseUrl} could not be reached`;
}
