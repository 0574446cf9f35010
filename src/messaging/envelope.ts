/** What travels to the background: the name of a message of the catalogue and what it carries. */
export type Envelope = { readonly name: string; readonly request: unknown };

/** What comes back in place of a reply when the handler threw; no reply of the catalogue has this shape. */
export type Failure = { readonly error: { readonly name: string; readonly message: string } };

/** What is sent in place of a reply where something was thrown. */
export function failureOf(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { error: { name, message } };
}

/** True where the background answered with an error. */
export function isFailure(answer: unknown): answer is Failure {
  const error = (answer as Failure | null | undefined)?.error;
  return typeof error === 'object' && error !== null && typeof error.message === 'string';
}

/** True for the shape that every message of ours has; what is inside is checked by the catalogue's schemas. */
export function isEnvelope(message: unknown): message is Envelope {
  return typeof message === 'object' && message !== null && typeof (message as Envelope).name === 'string';
}
