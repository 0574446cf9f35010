import { readableValue, type TextField } from '../text-field.ts';
import { type Candidate, candidatesIn } from './candidate.ts';

/** Distinct candidates in a text field; see {@link readableValue} for what is read of it. */
export function fieldCandidates(field: TextField, writer: 'page' | 'person'): Candidate[] {
  const seen = new Map(candidatesIn(readableValue(field, writer)).map((candidate) => [candidate.content, candidate]));
  return [...seen.values()];
}
