/** Reading a draft takes milliseconds. After this time, in ms, a form is shown without one. */
export const DRAFT_TIMEOUT_MS = 1_000;
