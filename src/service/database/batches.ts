/** Bytes of rows after which an answer takes no more of them: ten mebibytes would keep this thread from answering others for 50 ms. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads the rows of an answer in batches, each in a turn of the event loop, until they have {@link MAX_BYTES} in JSON.
 * The last batch may exceed that. @param size a batch of fewer rows is the last
 */
export async function readBatches<Row>(next: (count: number) => Promise<readonly Row[]>, size = 1): Promise<Row[]> {
  const rows: Row[] = [];
  for (let bytes = 0; bytes < MAX_BYTES; ) {
    const batch = await next(rows.length);
    rows.push(...batch);
    if (batch.length < size) break;
    bytes += Buffer.byteLength(JSON.stringify(batch));
  }
  return rows;
}
