import type { Allowance } from '../allowance/allowance.ts';

/** Maximum labels of a host for which an expression covers all subdomains: hosts are formed from the last five. */
const MAX_LABELS = 5;

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

/** The host that an expression `host/` lists, or null where it lists a page, an account or an IPv6 address. */
export function hostOf(expression: string): string | null {
  if (!expression.endsWith('/')) return null;
  const host = expression.slice(0, -1);
  return HOST.test(host) ? host : null;
}

/**
 * Whether a browser rule for this host (which covers every subdomain) stops exactly what the expression lists. Beyond
 * five labels the expression covers fewer subdomains than the rule would.
 */
const suitsRule = (host: string): boolean => host.split('.').length <= MAX_LABELS;

/** True where `host` is `parent` or one of its subdomains. */
export const isWithin = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** A declarativeNetRequest rule, with the fields that the protection uses. */
export type Rule = {
  readonly id: number;
  readonly priority: number;
  readonly condition: {
    readonly requestDomains?: readonly string[];
    readonly excludedRequestDomains?: readonly string[];
    readonly regexFilter?: string;
    readonly tabIds?: readonly number[];
    readonly resourceTypes: readonly ('main_frame' | 'sub_frame')[];
  };
  readonly action:
    | {
        readonly type: 'redirect';
        readonly redirect: { readonly regexSubstitution: string };
      }
    | { readonly type: 'allow' };
};

/** Rule numbers: dynamic ones for confirmed hosts and lasting allowances; from 1,000 on one of the session for each tab. */
export const RULE_IDS = { hosts: 1, lastingAllowances: 2, tabAllowances: 1_000 } as const;

const REDIRECT = 1;
const ALLOW = 2;

const FRAMES = ['main_frame', 'sub_frame'] as const;

export type RuleSet = { readonly dynamic: readonly Rule[]; readonly session: readonly Rule[] };

/** The inputs of the rules: confirmed hosts, allowances in force, and the address of the warning page. */
export type RuleInputs = {
  readonly hosts: readonly string[];
  readonly allowances: readonly Allowance[];
  readonly warningPage: string;
};

/**
 * The rules for these inputs. The confirmed hosts are one dynamic rule, which the browser keeps over a restart: a
 * session rule would be missing when the first tab loads after a start.
 */
export function buildRules(inputs: RuleInputs): RuleSet {
  const hosts = inputs.hosts.filter((host) => suitsRule(host) && !isDecidedByPage(host, inputs.allowances)).sort();
  const lasting = inputs.allowances.filter(({ scope }) => scope !== 'tab');
  const tabs = [...new Set(inputs.allowances.flatMap(({ tabId }) => tabId ?? []))];
  return {
    dynamic: [
      ...redirectRule(RULE_IDS.hosts, hosts, inputs.warningPage),
      ...allowRule(RULE_IDS.lastingAllowances, lasting, inputs.hosts),
    ],
    session: tabs.flatMap((tabId, index) => {
      const ofTab = inputs.allowances.filter((allowance) => allowance.tabId === tabId);
      return allowRule(RULE_IDS.tabAllowances + index, ofTab, inputs.hosts, tabId);
    }),
  };
}

/** A page below the host is allowed and the host is not: a rule cannot tell the two apart, only the verdict can. */
function isDecidedByPage(host: string, allowances: readonly Allowance[]): boolean {
  return allowances.some(({ expression }) => {
    if (hostOf(expression) !== null) return false;
    const slash = expression.indexOf('/');
    return slash > 0 && isWithin(expression.slice(0, slash), host);
  });
}

/** The original address follows `#` unchanged, so that the warning page can show it and return to it. */
function redirectRule(id: number, hosts: readonly string[], warningPage: string): Rule[] {
  if (hosts.length === 0) return [];
  return [
    {
      id,
      priority: REDIRECT,
      condition: { requestDomains: hosts, regexFilter: '^https?://.*$', resourceTypes: FRAMES },
      action: { type: 'redirect', redirect: { regexSubstitution: `${warningPage}#\\0` } },
    },
  ];
}

/**
 * Allows hosts with everything below them, except for what has an entry of its own there. An allowance below such an
 * entry does not fit into one rule: then everything is allowed, and the verdict decides.
 */
function allowRule(id: number, allowances: readonly Allowance[], listed: readonly string[], tabId?: number): Rule[] {
  const hosts = [...new Set(allowances.flatMap(({ expression }) => hostOf(expression) ?? []))].sort();
  if (hosts.length === 0) return [];
  const apart = listed.filter(
    (host) => hosts.some((allowed) => isWithin(host, allowed)) && !hosts.some((allowed) => isWithin(allowed, host)),
  );
  const condition = {
    requestDomains: hosts,
    ...(apart.length > 0 ? { excludedRequestDomains: apart.sort() } : {}),
    ...(tabId === undefined ? {} : { tabIds: [tabId] }),
    resourceTypes: FRAMES,
  };
  return [{ id, priority: ALLOW, condition, action: { type: 'allow' } }];
}
