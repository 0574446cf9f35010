import type { Database } from '../../database/database.ts';
import { type IssueCode, issue, Refused } from '../../database/refused.ts';
import type { Kind } from '../../feature/receipt/receipt.ts';
import type { FormFields } from '../../page/form.ts';
import type { Html } from '../../page/words.ts';
import { problemsOf } from '../form.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../gate.ts';
import { type Frame, ROOT } from '../page.ts';
import type { DeskRole, Person } from '../person.ts';
import { afterwards, type CaseState, casePath, doneText, enteredAgain, idOf, numbered } from './case.ts';
import { askByForm } from './inquiry.ts';
import { type CaseList, splitPage } from './queue.ts';

type CaseSpec<Case> = {
  readonly kind: Kind;
  /** Null where there is none with that number, or this person may not see it. */
  readonly read: (database: Database, person: Person, id: number) => Promise<Case | null>;
  readonly list: (one: Case) => CaseList;
  readonly pane: (frame: Frame, one: Case, state: CaseState) => Html;
  /** Why its sender cannot be asked any more; null where that is possible. */
  readonly closed?: (one: Case) => IssueCode | null;
  /** Merges one into another, whose number is null where none was entered. @throws Refused */
  readonly merge: (transaction: Database, visit: Visit, id: number, into: number | null) => Promise<void>;
};

/** What others may have written since a form was filled with it. */
const SAVED_FIELDS: FormFields = { note: { kind: 'prose', label: 'desk.dispute.message', maxLength: 2_000 } };

/** Does what a form is for. @returns where to go @throws Refused, Failure where that cannot be done */
type Act<Case> = (visit: Visit, one: Case, form: URLSearchParams) => Promise<string>;

/**
 * Registers the page of a report or dispute with its question and merge. @returns registers another form below its path
 */
export function casePages<Case>(gate: Gate, spec: CaseSpec<Case>) {
  const { kind, read, list, pane, closed = () => null, merge } = spec;
  const path = `${ROOT}/${kind}s/:id`;
  const show = async (visit: Visit, state: CaseState): Promise<Answer> => {
    const { database, frame, person } = visit;
    const one = await read(database, person, idOf(visit));
    if (one === null) return missing(visit, kind);
    const shown = list(one);
    const chosen = { title: numbered(frame.words, kind, idOf(visit)), content: pane(frame, one, state) };
    const page = splitPage(frame, shown, await shown.of(visit, idOf(visit)), chosen);
    return { page, status: state.problems === undefined ? 200 : 409 };
  };
  const post = (name: string, role: DeskRole, act: Act<Case>): void =>
    gate.post(`${path}/${name}`, role, async (visit, form) => {
      const one = await read(visit.database, visit.person, idOf(visit));
      if (one === null) return missing(visit, kind);
      try {
        return { to: await act(visit, one, form) };
      } catch (error) {
        const { general: problems = [] } = problemsOf(visit.frame.words, error, SAVED_FIELDS);
        return show(visit, { ...enteredAgain(form), problems });
      }
    });
  gate.get(path, (visit) => show(visit, { done: doneText(visit, kind) }));
  post('question', 'reviewer', async (visit, one, form) => {
    const why = closed(one);
    if (why !== null) throw new Refused(issue(why));
    await askByForm(visit, kind, idOf(visit), form);
    return caseAfter(visit, kind, idOf(visit), 'asked');
  });
  post('merge', 'reviewer', async (visit, _, form) => {
    const [id, into] = [idOf(visit), numberIn(form.get('into')?.trim())];
    await visit.database.transaction((transaction) => merge(transaction, visit, id, into));
    return afterwards(visit.frame, casePath(kind, into!), 'merged', kind === 'report' ? into! : id);
  });
  return post;
}

/** The address of a report or dispute after something was done with it. */
export const caseAfter = ({ frame }: Visit, kind: Kind, id: number, done: string): string =>
  afterwards(frame, casePath(kind, id), done, id);
