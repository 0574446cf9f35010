import { userMe, userMeUpdate } from '../../../api/organization/user.ts';
import { implement } from '../../http/implementation.ts';
import { changeProfile, readProfile } from './profile.ts';

export const readMe = implement(userMe, async ({ caller, database }) => readProfile(database, caller.keyId));

export const updateMe = implement(userMeUpdate, async ({ caller, database, body }) =>
  changeProfile(database, caller.keyId, body),
);
