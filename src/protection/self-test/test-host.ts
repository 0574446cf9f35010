/** Under this name no host can ever be (RFC 6761, section 6.4), so that a test that fails reaches nobody either. */
const ENDING = '.protection-test.invalid';

/** The name of a host that only a test of the protection opens. @param token letters and digits */
export const testHost = (token: string): string => token + ENDING;

/** Whether a host is that of a test: what happens to it is neither kept nor counted. */
export const isTestHost = (host: string): boolean => host.endsWith(ENDING);
