import { Failure } from '../../../http/failure.ts';
import { hasRole, type Person } from '../../person.ts';

/** Why somebody may not change what is an organization's own. */
export const manageRefusal = (person: Person): Failure =>
  new Failure('FORBIDDEN', {
    issues: [
      person.userId === null || hasRole(person, 'admin')
        ? 'Your key lacks the scope manage: whoever runs this service makes one that has it.'
        : `Your role is ${person.role}. It takes the role admin.`,
    ],
  });
