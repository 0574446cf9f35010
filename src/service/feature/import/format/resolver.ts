import { getDomain } from 'tldts';
import { isIpAddress } from '../../../../asset/url/host/ip.ts';
import { readLines, type TextInput } from '../../../command-line/text-file.ts';
import { entryOf, type Meaning, type RawEntry } from './entry.ts';

/** Addresses to which a resolver sends names that it blocks. */
const SINK = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?|#)$/;

/** A line of dnsmasq.conf that says how some names are resolved (dnsmasq(8)). */
export const DNSMASQ_RULE = /^(address|server|local)=\/(.*)\/([^/]*)$/;
const DNSMASQ_SETTING = /^[a-z][a-z\d-]+(?:=.*)?$/;
/** What a network calls its own: the domain of its hosts, and names that lead to an address (dnsmasq(8)). */
const DNSMASQ_OWN = /^(?:domain|host-record|cname|address)=\/?([^,/\s]+)(?:\/([^/]*))?/;

/** The domain of whose owner a name is; null for a name that nobody can register. */
const ownerOf = (name: string): string | null =>
  getDomain(name.replace(/^\*\.|\.$/g, ''), { allowPrivateDomains: true });

/**
 * Reads a configuration of dnsmasq: names with no address or a sink, and names with no server to ask, are blocked. Names that are sent
 * elsewhere, all other settings, and zones that the network answers itself, because the same file has names in them, list nothing.
 */
export async function* readDnsmasq(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  const own = new Set<string | null>();
  for await (const line of readLines(input)) {
    const [, name, target = 'a host'] = DNSMASQ_OWN.exec(line.trim()) ?? [];
    if (name !== undefined && target !== '' && !SINK.test(target)) own.add(ownerOf(name));
  }
  for await (const line of readLines(input)) {
    const text = line.replace(/(?:^|\s)#.*/, '').trim();
    if (text === '') continue;
    const [, setting, names, target = ''] = DNSMASQ_RULE.exec(text) ?? [];
    if (names === undefined) {
      yield { content: text, skip: DNSMASQ_SETTING.test(text) ? 'no-entry' : 'not-understood' };
      continue;
    }
    const isBlocked = target === '' || (setting === 'address' && SINK.test(target));
    for (const name of names.split('/'))
      if (isBlocked && !name.startsWith('#') && (setting === 'address' || !own.has(ownerOf(name))))
        yield entryOf(name, meaning, 'BLOCKED');
      else yield { content: text, skip: 'no-entry' };
  }
}

/** Types of a zone that answer without asking anybody (unbound.conf(5), `local-zone`). */
const BLOCKING_ZONES: ReadonlySet<string> = new Set([
  ...['always_nxdomain', 'always_null', 'always_nodata', 'always_refuse', 'always_deny'],
  ...['refuse', 'static', 'deny', 'redirect', 'inform_deny', 'inform_redirect'],
]);
/** Those that answer from the data of the file where it has any: a network's own zone. */
const ZONES_OF_DATA: ReadonlySet<string> = new Set(['static', 'refuse', 'deny', 'inform_deny']);
export const UNBOUND_LOCAL = /^local-(zone|data):\s*(?:"([^"]*)"|'([^']*)'|(\S+))\s*(\S*)$/;
const DATA_OF_NAME = /^(\S+)\s.*?(\S+)$/;
const LOCAL_DATA = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?(?:A|AAAA)\s+(\S+)$/i;
const LOCAL_ALIAS = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?CNAME\s+(\S+)$/i;
const UNBOUND_SETTING = /^[a-z\d-]+:(?:\s|$)/;

/** Whether a name leads to another of the same owner: a safe search at `safe.search.example` blocks nothing. */
const isOwnAlias = (name: string, target: string): boolean =>
  ownerOf(name) !== null && ownerOf(name) === ownerOf(target);

/**
 * Reads a configuration of Unbound: local zones that block, unless their data lead to another name of the same owner, and local data that
 * lead to a sink. Other settings, and zones that the network answers itself, because the same file has names in them, list nothing.
 */
export async function* readUnbound(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  const led = new Set<string>();
  const own = new Set<string | null>();
  for await (const line of readLines(input)) {
    const [, kind, double, single] = UNBOUND_LOCAL.exec(line.trim()) ?? [];
    const value = double ?? single ?? '';
    const [, name, target] = LOCAL_ALIAS.exec(value) ?? [];
    if (name !== undefined && isOwnAlias(name, target!)) led.add(name);
    const [, host, data = ''] = kind === 'data' ? (DATA_OF_NAME.exec(value) ?? []) : [];
    if (host !== undefined && !SINK.test(data)) own.add(ownerOf(host));
  }
  for await (const line of readLines(input)) {
    const text = line.replace(/(?:^|\s)#.*/, '').trim();
    if (text === '') continue;
    const [, kind, double, single, bare, type = ''] = UNBOUND_LOCAL.exec(text) ?? [];
    const value = double ?? single ?? bare ?? '';
    const [, name = '', target = ''] = kind === 'data' ? (LOCAL_DATA.exec(value) ?? []) : [];
    const isOwn = led.has(value) || (ZONES_OF_DATA.has(type) && own.has(ownerOf(value)));
    if (kind === 'zone' && BLOCKING_ZONES.has(type) && !isOwn) yield entryOf(value, meaning, 'BLOCKED');
    else if (SINK.test(target)) yield entryOf(name, meaning, 'BLOCKED');
    else yield { content: text, skip: UNBOUND_SETTING.test(text) ? 'no-entry' : 'not-understood' };
  }
}

/** A record of a zone file: owner, time to live and class in either order, type, data (RFC 1035 section 5.1). */
const RECORD = /^(\S*)\s+(?:(?:\d+[smhdw]?|IN)\s+){0,2}([A-Z]+\d*)\s+(\S.*)$/i;
/** One that a policy zone is made of. */
export const POLICY =
  /^\S+\s+(?:(?:\d+[smhdw]?|IN)\s+){0,2}(?:(?:SOA|CNAME)\s+\S+|A\s+\d+\.\d+\.\d+\.\d+$|AAAA\s+[\da-f:.]*:[\da-f:.]*$)/i;
/** Triggers other than the name that was asked for (draft-vixie-dnsop-dns-rpz section 4). */
const OTHER_TRIGGER = /\.rpz-(?:ip|nsdname|nsip|client-ip)\.?$/i;

/**
 * Reads a response policy zone: a name that is answered with nothing, dropped or sent to a sink or walled garden is blocked, and
 * `rpz-passthru.` allows it; one sent to another name of the same owner is neither (draft-vixie-dnsop-dns-rpz section 3). Names are relative to the origin.
 */
export async function* readRpz(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  let origin = '';
  let owner = '';
  let depth = 0;
  for await (const line of readLines(input)) {
    const text = line.replace(/;.*/, '').trimEnd();
    const isContinued = depth > 0;
    depth += count(text, '(') - count(text, ')');
    if (text.trim() === '' || isContinued) continue;
    const [, directive, value = ''] = /^\$(ORIGIN|TTL|INCLUDE|GENERATE)\s+(\S+)/i.exec(text) ?? [];
    if (directive !== undefined) {
      if (directive.toUpperCase() === 'ORIGIN') origin = value;
      continue;
    }
    const [, own = '', type, data = ''] = RECORD.exec(text) ?? [];
    if (type === undefined) {
      yield { content: text, skip: 'not-understood' };
      continue;
    }
    owner = own === '' ? owner : own;
    if (type.toUpperCase() === 'SOA' && owner !== '@') origin = owner;
    const name = below(owner, origin);
    const action =
      owner === '@' || OTHER_TRIGGER.test(name) ? null : actionOf(type.toUpperCase(), data.trim(), owner, name);
    if (action === null) yield { content: text, skip: 'no-entry' };
    else yield entryOf(name, meaning, action);
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;

function below(name: string, origin: string): string {
  const suffix = `.${origin.replace(/\.$/, '')}.`.toLowerCase();
  return suffix !== '..' && name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function actionOf(type: string, data: string, owner: string, name: string): 'BLOCKED' | 'ALLOWED' | null {
  if (type === 'A' || type === 'AAAA') return isIpAddress(data) ? 'BLOCKED' : null;
  const target = data.toLowerCase();
  if (type !== 'CNAME' || target === 'rpz-tcp-only.') return null;
  if (target === 'rpz-passthru.' || target === owner.toLowerCase()) return 'ALLOWED';
  return isOwnAlias(name, target) ? null : 'BLOCKED';
}

/** A rule of a proxy about a host or all below it, and what becomes of a request there (Surge and Clash, "Rules"; Quantumult's `host`). */
export const PROXY_RULE = /^(?:- *)?["']?(?:DOMAIN|HOST)(?:-SUFFIX)? *, *([^\s,"']+\.[^\s,"']+)(?: *, *([\w-]+))?/i;
const PROXY_SETTING = /^(?:- *)?["']?[A-Z][A-Z-]* *,|^\[[\w ]+\]$|^[a-z-]+:/;

/** Reads rules of proxies for phones: those that reject, or leave that to who takes them, block. Patterns and other settings list nothing. */
export async function* readRuleSet(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  for await (const line of readLines(input)) {
    const text = line.replace(/^\s*(?:[#;]|\/\/).*/, '').trim();
    const [, name, policy = 'reject'] = PROXY_RULE.exec(text) ?? [];
    if (name !== undefined && /^(?:reject|extended-matching)/i.test(policy)) yield entryOf(name, meaning);
    else if (text !== '')
      yield { content: text, skip: name !== undefined || PROXY_SETTING.test(text) ? 'no-entry' : 'not-understood' };
  }
}
