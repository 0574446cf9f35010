/** How long memory answers for a database that is away, in ms. A key that is revoked meanwhile ends within this time. */
export const AWAY_MS = 300_000;
/** How long the database may take where memory has an answer too, in ms. */
const PATIENCE_MS = 1_000;

/** What the database answers; what memory has, or throws, if it fails or takes longer than a second. */
export async function orFromMemory<Value>(
  reading: Promise<Value>,
  remembered: (error: unknown) => Value | Promise<Value>,
): Promise<Value> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('The database does not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([reading, patience]);
  } catch (error) {
    return await remembered(error);
  } finally {
    clearTimeout(late);
  }
}
