import { i18n } from '../../language/i18n.ts';
import type { Unfinished } from '../../reporting/draft/request.ts';

/** The labels of the fields in their forms. */
const FIELDS = {
  assets: 'report.assets',
  title: 'report.name',
  description: 'report.description',
  contactInfo: 'report.contact',
  content: 'dispute.content',
  email: 'dispute.email',
  answer: 'outbox.yourReply',
} as const;

/** What keeps something from being sent, in a sentence. */
export function unfinishedInWords(reason: Unfinished): string {
  if (reason === 'reportsOff') return i18n.t('settings.reportsOff');
  if (reason === 'contactOff' || reason === 'contactMissing' || reason === 'notAsked')
    return i18n.t(`problem.unfinished.${reason}`);
  const [why, field] = reason.split('.') as ['tooLong' | 'wrong', keyof typeof FIELDS];
  return i18n.t(`problem.unfinished.${why}`, { field: i18n.t(FIELDS[field]) });
}
