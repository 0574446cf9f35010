import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { OPERATIONS } from '../../src/api/catalogue.ts';
import { ERRORS } from '../../src/api/error.ts';
import { type Operation, SCOPES } from '../../src/api/operation.ts';
import { MESSAGES } from '../../src/messaging/catalogue.ts';
import type { Verdict } from '../../src/protection/verdict/verdict.ts';
import { SETTINGS } from '../../src/settings/catalogue.ts';

const operations = Object.entries(OPERATIONS) as [string, Operation][];
const schemaOf = (schema: unknown, io: 'input' | 'output' = 'output') =>
  z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io }) as { properties?: object; required?: string[] };

describe('the operations of the service', () => {
  it('stand under their own id', () => {
    for (const [key, { id }] of operations) expect(id).toBe(key);
  });

  it('each have a method and path of their own', () => {
    const places = operations.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
    for (const [, { path }] of operations) expect(path).toMatch(/^(\/([a-z][a-zA-Z-]*|\{\w+\}))+$/);
  });

  it.each(operations)('%s declares every parameter of its path, and no other', (_, { path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(Object.keys((params && schemaOf(params).properties) ?? {}).sort()).toEqual(named);
  });

  it.each(operations)('%s can be asked and documented', (_, operation) => {
    if (operation.method === 'GET') expect(operation.body).toBeUndefined();
    expect([...SCOPES, 'any']).toContain(operation.access);
    expect(operation.summary).not.toBe('');
    for (const part of [operation.params, operation.query, operation.body])
      if (part) expect(() => schemaOf(part, 'input')).not.toThrow();
    expect(() => schemaOf(operation.response)).not.toThrow();
  });

  it.each(operations)('%s declares its errors: each known, once, and all that its shape brings', (_, operation) => {
    const declared = operation.errors ?? [];
    const known = Object.values(ERRORS).map(({ status }): number => status);
    expect(new Set(declared).size).toBe(declared.length);
    for (const status of declared) expect([304, ...known]).toContain(status);
    if (operation.params) expect(declared).toContain(404);
    if (operation.idempotent) expect(declared).toContain(409);
    expect(declared.includes(304 as never)).toBe(['blocklistVersion', 'organizationLists'].includes(operation.id));
  });

  it('answer leniently: a field that a later service adds hides nothing', () => {
    const { validate } = OPERATIONS;
    const answer = { valid: true, kind: 'robot', scopes: ['protect', 'fly'], later: 1 };
    expect(validate.response.parse(answer)).toEqual({
      valid: true,
      kind: 'UNKNOWN_VALUE',
      scopes: ['protect', 'UNKNOWN_VALUE'],
    });
  });
});

describe('the messages between contexts', () => {
  const messages = Object.entries(MESSAGES);
  /** Every property name anywhere in a schema. */
  const namesIn = (schema: unknown): string[] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]) => [
          ...(key === 'properties' ? Object.keys(value as object) : []),
          ...namesIn(value),
        ]);

  it.each(messages)('%s says who may send it and can be described', (_, { from, request, reply }) => {
    expect(['content', 'page']).toContain(from);
    expect(() => [schemaOf(request), schemaOf(reply)]).not.toThrow();
  });

  it.each(messages)('%s carries no key back to anyone', (_, { reply }) => {
    expect(namesIn(schemaOf(reply))).not.toContain('apiKey');
  });

  it.each(messages.filter(([, { from }]) => from === 'content'))(
    '%s tells a page nothing of the settings',
    (_, { reply }) => {
      const inReply = namesIn(schemaOf(reply));
      expect(Object.keys(SETTINGS).filter((name) => inReply.includes(name))).toEqual([]);
      expect(inReply).not.toContain('outbox');
    },
  );

  it('let a content script do what a page needs, and nothing else', () => {
    const ofContent = Object.entries(MESSAGES).filter(([, { from }]) => from === 'content');
    expect(ofContent.map(([name]) => name).sort()).toEqual([
      'addressSighted',
      'assetDispute',
      'assetReport',
      'assetsCheck',
      'clipboardCopied',
      'clipboardPasted',
      'guardCheck',
      'guardResolve',
      'guardWaiting',
      'linksCheck',
      'lookalikeAnswer',
      'marksOff',
      'pageFindings',
      'siteStop',
      'stepsOpen',
      'walletReader',
      'walletRequest',
      'walletSeen',
      'walletUsed',
      'walletWanted',
    ]);
  });
});

describe('messages', () => {
  const verdict: Verdict = {
    kind: 'blocked',
    asset: { type: 'URL', content: 'evil.test' },
    expression: 'evil.test/',
    reason: 'Wallet drainer',
    list: { token: 't', currentAt: 1 },
    confirmation: 'failed',
    failure: 'offline',
    checkedAt: 2,
  };
  const replies = {
    guardCheck: { kind: 'blocked' },
    guardResolve: { kind: 'clear' },
    guardWaiting: { words: 'Checking this site' },
    addressSighted: { done: true },
    pageFindings: { done: true },
    warningDescribe: {
      ...{ verdict, policy: 'warn', wasStopped: true, loaded: false, managedBy: null, lookalike: null },
      opening: { who: 'freely', longest: 'always', by: null },
    },
  };
  const secrets = { apiKey: 'cp_secret', protectSites: false };
  const cases = Object.entries(replies) as [keyof typeof replies, object][];
  const read = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).data ?? null;

  it.each(cases)('%s gives back what it names and nothing else', (name, reply) => {
    const schema = MESSAGES[name].reply;
    expect(read(schema, reply)).toEqual(reply);
    expect(read(schema, { ...reply, ...secrets })).toEqual(reply);
    for (const none of [null, undefined, 7, 'blocked', [], {}]) expect(read(schema, none)).toBeNull();
  });

  it('carry a verdict without what is hidden inside it', () => {
    const { reply } = MESSAGES.warningDescribe;
    const hiding = {
      ...verdict,
      ...secrets,
      asset: { ...verdict.asset, ...secrets },
      list: { ...verdict.list, ...secrets },
    };
    const opening = { who: 'withReason', longest: 'day', by: 'Acme' };
    const said = { policy: 'warn', wasStopped: false, loaded: false, managedBy: null, opening, lookalike: null };
    expect(read(reply, { verdict: hiding, ...said })).toEqual({ verdict, ...said });
  });

  it.each([
    { kind: 'no such kind' },
    { asset: { type: 'URL' } },
    { asset: { type: 'NO_TYPE', content: 'x' } },
    { list: { token: 't' } },
    { confirmation: undefined },
    { failure: 'tired' },
    { reason: 7 },
    { checkedAt: Number.NaN },
  ])('refuse a verdict with %j', (change) => {
    const reply = {
      verdict: { ...verdict, ...change },
      policy: 'warn',
      initiator: null,
      loaded: false,
      managedBy: null,
      opening: { who: 'freely', longest: 'always', by: null },
      lookalike: null,
    };
    expect(read(MESSAGES.warningDescribe.reply, reply)).toBeNull();
  });

  it('refuse an address that is none, or longer than any browser takes', () => {
    const { request } = MESSAGES.guardCheck;
    const asked = { url: 'https://site.test/' };
    expect(read(request, asked)).toEqual(asked);
    for (const url of [undefined, null, 7, {}, 'x'.repeat(65_537)]) expect(read(request, { url })).toBeNull();
  });
});
