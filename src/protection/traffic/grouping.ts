import type { Question } from '../question/question-log.ts';
import type { SentRequest, SentRequests } from './sent-request.ts';

const HOUR = 3_600_000;
/** Milliseconds between the note of a question and its request. */
const SOON = 5_000;

/**
 * Tells requests of one hour that are the same to the byte as one, in the order of the newest of each.
 * @param requests the newest first
 * @param questions what was asked about, as the device remembers it
 */
export function groupedRequests(requests: readonly SentRequest[], questions: readonly Question[]): SentRequests[] {
  const groups = new Map<string, SentRequest[]>();
  for (const request of requests) {
    const { at, status: _, ...rest } = request;
    const key = JSON.stringify([Math.floor(at / HOUR), rest]);
    groups.set(key, [...(groups.get(key) ?? []), request]);
  }
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    times: same.map(({ at }) => at),
    about: [...new Set(same.flatMap((request) => subjectsOf(request, questions)))],
  }));
}

function subjectsOf({ at, what, body }: SentRequest, questions: readonly Question[]): readonly string[] {
  if (what !== 'blocklistConfirm' || body === null) return [];
  return questions
    .filter((question) => Math.abs(question.at - at) < SOON && body.includes(`"${question.bucket}"`))
    .flatMap(({ about }) => about);
}
