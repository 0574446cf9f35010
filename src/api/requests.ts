import { blocklistConfirm, blocklistVersion, organizationLists } from './blocklist.ts';
import type { Operation } from './operation.ts';
import { validate } from './organization/account.ts';
import { userOrg } from './organization/organization.ts';
import { attachmentUpload } from './report/attachment.ts';
import { disputeAnswer, disputeCreate, disputeRead } from './report/dispute.ts';
import { reportAnswer, reportCreate, reportRead } from './report/report.ts';

/** What triggers a request; there are no other triggers. */
export type Occasion = 'poll' | 'local hit' | 'person' | 'outbox';

/** One kind of request that the extension can make. */
export type OutgoingRequest = {
  readonly name: string;
  /** An operation of the service, a path below `UPDATE_PATH`, or a file whose address the service named. */
  readonly target: Operation | 'update' | 'file';
  readonly occasion: Occasion;
  readonly why: string;
  /** Every field that is sent, with its reason. Fields not named here are never sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** Headers beyond those that every browser sends with every request. */
  readonly headers: Readonly<Record<string, string>>;
};

/** The name under which a request is recorded when it leaves. */
export const nameInTraffic = ({ target, name }: OutgoingRequest): string => {
  if (target === 'update') return 'listUpdate';
  return target === 'file' ? name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()) : target.id;
};

const KEY = { 'x-api-key': 'Says which organization asks; the same for everyone who has this build.' };
const ONCE = { 'idempotency-key': 'Random number of the entry, so that it arrives once however often it is sent.' };

/**
 * Every request that the extension can make. Nothing else leaves: no page address, no cookie, no referrer, no
 * analytics. A test captures the traffic of a browser and compares it with this list.
 */
export const REQUESTS: readonly OutgoingRequest[] = [
  {
    name: 'list version',
    target: blocklistVersion,
    occasion: 'poll',
    why: 'Whether the list has changed.',
    fields: {},
    headers: {
      ...KEY,
      'if-none-match': 'Names the version that this browser has, so that an unchanged one is not sent again.',
    },
  },
  {
    name: 'list update',
    target: 'update',
    occasion: 'poll',
    why: 'What changed in the list since the last poll, where the service tells that in one answer.',
    fields: {
      token:
        'Names the additions that this browser has. Everyone who polled between two publications got the same one; it says when this browser last polled, as `if-none-match` does.',
    },
    headers: KEY,
  },
  {
    name: 'organization lists',
    target: organizationLists,
    occasion: 'poll',
    why: 'What the organization of this build blocks for its own people, and what is officially its own.',
    fields: { keyDigest: 'The first half of the SHA-256 of the key, the same for everyone who has this build.' },
    headers: {
      ...KEY,
      'if-none-match': 'Names the version that this browser has, so that an unchanged one is not sent again.',
    },
  },
  {
    name: 'list file',
    target: 'file',
    occasion: 'poll',
    why: 'The list itself, or what changed in it; the same files for everyone.',
    fields: {},
    headers: {},
  },
  {
    name: 'confirmation',
    target: blocklistConfirm,
    occasion: 'local hit',
    why: 'Whether a site or address that looks listed is listed.',
    fields: {
      algoVersion: 'The rules by which the prefix was made.',
      prefixes:
        'One bucket: the first characters of a hash, four where the service allows it. Thousands of registered domains share it.',
    },
    headers: KEY,
  },
  {
    name: 'report',
    target: reportCreate,
    occasion: 'outbox',
    why: 'What a person reports, as they wrote it.',
    fields: {
      assets: 'The sites, addresses and accounts that the person reports, and the kind of scam where they chose one.',
      title: 'As written, where an earlier version asked for one.',
      description: 'As written, where it was.',
      contactInfo: 'How the person wants to be reached, where they wrote it.',
      attachmentUrls: 'The pictures and files of the report that the service has, where the person attached some.',
    },
    headers: { ...KEY, ...ONCE },
  },
  {
    name: 'report file',
    target: attachmentUpload,
    occasion: 'outbox',
    why: 'A picture that a person took, cut and blacked out, or a file that they chose, before the report that names it.',
    fields: { file: 'The picture or file, as the person saw it.' },
    headers: KEY,
  },
  {
    name: 'dispute',
    target: disputeCreate,
    occasion: 'outbox',
    why: 'What a person says is listed by mistake.',
    fields: {
      content: 'The site, address or account that the person disputes.',
      email: 'Where the answer goes, where they wrote it.',
      description: 'As written, where it was.',
    },
    headers: { ...KEY, ...ONCE },
  },
  {
    name: 'report status',
    target: reportRead,
    occasion: 'outbox',
    why: 'What became of a report that was sent from here: after ten minutes, then ever more rarely, until it is decided or nothing has happened for 60 days; when the list on this device changes about it; and when the person opens the popup or the list of reports, at most once a minute.',
    fields: { receipt: 'What the service gave for the report, which says nothing of who sent it.' },
    headers: KEY,
  },
  {
    name: 'dispute status',
    target: disputeRead,
    occasion: 'outbox',
    why: 'What became of a dispute that was sent from here, as with a report.',
    fields: { receipt: 'What the service gave for the dispute, which says nothing of who sent it.' },
    headers: KEY,
  },
  {
    name: 'answer about a report',
    target: reportAnswer,
    occasion: 'outbox',
    why: 'What the person answers to a question of the reviewers.',
    fields: { receipt: 'Says which report it is about.', question: 'What it answers.', text: 'As written.' },
    headers: KEY,
  },
  {
    name: 'answer about a dispute',
    target: disputeAnswer,
    occasion: 'outbox',
    why: 'What the person answers to a question of the reviewers.',
    fields: { receipt: 'Says which dispute it is about.', question: 'What it answers.', text: 'As written.' },
    headers: KEY,
  },
  {
    name: 'organization',
    target: userOrg,
    occasion: 'person',
    why: 'Name, avatar and portal of the organization whose build this is, when the popup is opened.',
    fields: { slug: 'The organization of this build.' },
    headers: KEY,
  },
  {
    name: 'organization avatar',
    target: 'file',
    occasion: 'person',
    why: 'The picture that the organization names, once a day at most, when the popup is opened.',
    fields: {},
    headers: {},
  },
  {
    name: 'key check',
    target: validate,
    occasion: 'person',
    why: 'Whether an address and key that the person entered work.',
    fields: {},
    headers: KEY,
  },
  {
    name: 'next key check',
    target: validate,
    occasion: 'poll',
    why: 'Whether the key that the organization lets follow the one of this build, or gives by its policy, works, and can do no more than a build needs.',
    fields: {},
    headers: {
      'x-api-key':
        'The key that follows the one of this build, or that the policy gives; the same for everyone who has this build or policy.',
    },
  },
];
