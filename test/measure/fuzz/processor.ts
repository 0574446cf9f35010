/**
 * Milliseconds of processor time that this process has taken. What a case costs is told in them: a machine that stands still
 * for seconds would look like a hang otherwise.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
