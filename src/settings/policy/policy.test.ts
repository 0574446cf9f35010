import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../language/languages.ts';
import { PolicyStore, parsePolicy } from './policy.ts';
import { policySchema } from './policy-schema.ts';

/** What survives the worker: the stored policy. */
function profile() {
  let kept: unknown;
  return (get: () => Promise<Record<string, unknown>>) =>
    new PolicyStore({
      managed: { get },
      kept: {
        read: async () => kept,
        write: async (policy) => {
          kept = policy;
        },
      },
    });
}
const closed = async () => ({ failurePolicy: 'closed' });

describe('a managed policy', () => {
  it('holds as last known while the browser has not answered', async () => {
    const start = profile();
    expect((await start(closed).current()).values).toEqual({});
    expect(await start(closed).follow()).toBe(true);
    const next = start(() => new Promise(() => {}));
    void next.follow();
    expect((await next.current()).values).toEqual({ failurePolicy: 'closed' });
  });

  it('tells of a change once, and ends where the organization takes it back', async () => {
    const start = profile();
    expect(await start(closed).follow()).toBe(true);
    expect(await start(closed).follow()).toBe(false);
    const next = start(async () => ({}));
    expect(await next.follow()).toBe(true);
    expect((await next.current()).values).toEqual({});
  });

  it.each([
    ['ends where Firefox says that there is none', 'Managed storage manifest not found', {}],
    ['outlives any other failure to read it', 'Disk error', { failurePolicy: 'closed' }],
  ])('%s', async (_, message, values) => {
    const start = profile();
    await start(closed).follow();
    const next = start(() => Promise.reject(new Error(message)));
    await next.follow();
    expect((await next.current()).values).toEqual(values);
  });

  it('governs although it cannot be kept or read back', async () => {
    const full = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
    const store = new PolicyStore({ managed: { get: closed }, kept: { read: full, write: full } });
    expect((await store.current()).values).toEqual({});
    expect(await store.follow()).toBe(true);
    expect((await store.current()).values).toEqual({ failurePolicy: 'closed' });
  });

  it('loses a bad entry of what it allows and keeps the others', () => {
    const good = { content: 'partner.example', reason: 'Our supplier' };
    const { values, problems } = parsePolicy({ allowList: [{ content: 'partner.example' }, good], protectSites: true });
    expect(values).toEqual({ allowList: [good], protectSites: true });
    expect(problems).toEqual([
      'The policy of your organization: allowList[0].reason: must say why, for the people who read it, in 1 to 200 characters',
    ]);
  });

  it('says which of its names are no settings', () => {
    const { values, problems } = parsePolicy({ managedBy: 'Acme', protectSite: true, protectAddresses: true });
    expect(values).toEqual({ protectAddresses: true });
    expect(problems).toEqual(['The policy of your organization: There is no setting "protectSite".']);
  });

  it('has a schema that names every setting with a type that Chromium knows', () => {
    expect(policySchema()).toEqual({
      type: 'object',
      properties: {
        language: {
          title: 'Language of the extension',
          type: 'string',
          enum: ['browser', ...LANGUAGES],
        },
        managedBy: { title: 'Managed by', type: 'string' },
        serviceUrl: { title: 'Address of the service', type: 'string' },
        apiKey: { title: 'API key', type: 'string' },
        protectSites: { title: 'Stop listed sites', type: 'boolean' },
        protectAddresses: { title: 'Mark listed wallet addresses on pages', type: 'boolean' },
        markLinks: { title: 'Mark links to listed sites on pages', type: 'boolean' },
        noticeLookalikes: { title: 'Warn about sites that imitate others', type: 'boolean' },
        noticeSwappedAddresses: { title: 'Warn about swapped wallet addresses', type: 'boolean' },
        checkWallets: { title: 'Check wallet requests before the wallet opens', type: 'boolean' },
        notify: { title: 'Tell of what changed by the browser’s notifications', type: 'boolean' },
        failurePolicy: { title: 'When a site cannot be confirmed', type: 'string', enum: ['open', 'warn', 'closed'] },
        trafficKept: { title: 'How long requests are remembered', type: 'string', enum: ['day', 'week'] },
        sendListed: { title: 'A stopped wallet request can be sent anyway', type: 'boolean' },
        pause: { title: 'The protection can be paused', type: 'boolean' },
        reports: { title: 'Reports and false alarms can be sent', type: 'boolean' },
        reportContact: {
          title: 'Contact details in reports and disputes',
          type: 'string',
          enum: ['off', 'optional', 'required'],
        },
        openListed: {
          title: 'Who may open a listed site',
          type: 'string',
          enum: ['freely', 'withReason', 'nobody'],
        },
        openLongest: {
          title: 'How long a listed site may be opened',
          type: 'string',
          enum: ['tab', 'day', 'always'],
        },
        allowList: {
          title: 'Listed sites and addresses that may be used',
          type: 'array',
          items: {
            type: 'object',
            properties: { content: { type: 'string' }, reason: { type: 'string' }, until: { type: 'string' } },
          },
        },
      },
    });
  });
});
