/** No host with this ending can exist (RFC 6761, section 6.4), so even a failing test reaches nobody. */
const ENDING = '.protection-test.invalid';

/** Host name used only by a test of the protection. @param token letters and digits */
export const testHost = (token: string): string => token + ENDING;

/** Whether a host belongs to a self-test: its events are neither stored nor counted. */
export const isTestHost = (host: string): boolean => host.endsWith(ENDING);
