import type { FirstName } from '../messaging/first-messages.ts';
import type { Handlers } from '../messaging/router.ts';
import type { Background } from './background.ts';

const DONE = { done: true } as const;

/** Who answers the messages that a verdict hangs on. */
export function firstHandlersOf({ answers, worker, findings }: Background): Handlers<FirstName> {
  return {
    guardCheck: answers.guardCheck,
    guardSettle: answers.guardSettle,
    formLeaving: () => {
      worker.navigation.formLeaving();
      return DONE;
    },
    linkAhead: ({ url }, { tab }) => {
      if (tab?.id !== undefined) void worker.ahead.look(url, tab.id);
      return DONE;
    },
    personPresent: () => DONE,
    pageFindings: async (found, { tab, frameId }) => {
      if (tab?.id !== undefined) await findings.record(tab.id, frameId ?? 0, found);
      return DONE;
    },
    warningDescribe: answers.warningDescribe,
  };
}
