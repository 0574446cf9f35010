import * as z from 'zod/mini';
import { webAddress } from '../field.ts';
import { operation } from '../operation.ts';

/** Settings of client programs, by name. The service only stores them. */
export type UserSettings = Readonly<Record<string, string | number | boolean>>;

const settingName = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/));
const setting = z.union([z.string().check(z.maxLength(1_000)), z.number(), z.boolean()]);

const user = z.object({
  id: z.int(),
  fullName: z.nullable(z.string()),
  email: z.string(),
  avatarUrl: z.nullable(z.string()),
  settings: z.record(z.string(), setting),
});

/** A key of an organization does not belong to a person and gets a 403. */
export const userMe = operation({
  id: 'userMe',
  group: 'Account',
  summary: 'The person whose key it is',
  method: 'POST',
  path: '/user/me',
  access: 'any',
  response: user,
});

/**
 * Omitted fields and settings are unchanged. A setting that is null is removed. The e-mail address is the name that others trust (audit
 * log, approvals), so only the operator gives it.
 */
export const userMeUpdate = operation({
  id: 'userMeUpdate',
  group: 'Account',
  summary: "Change the current user's profile and settings",
  method: 'POST',
  path: '/user/me/update',
  access: 'manage',
  body: z.strictObject({
    fullName: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(255)))),
    avatarUrl: z.optional(z.nullable(webAddress(4_096))),
    settings: z.optional(z.record(settingName, z.nullable(setting))),
  }),
  response: user,
});
