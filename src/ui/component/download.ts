/** Time in which a browser has read the file. */
const OBJECT_URL_LIFETIME_MS = 10_000;

/**
 * Hands a JSON file to the browser's downloads, with the day behind its name.
 * @param name without the day and the ending
 */
export function downloadJson(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // Firefox reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_LIFETIME_MS);
}
