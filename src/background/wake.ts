import type { Background } from './background.ts';

/**
 * Puts the background together, in a task of its own after the one in which every listener was registered.
 * @throws Error where its script cannot be read
 */
export async function wake(): Promise<Background> {
  await new Promise<void>((resolve) => setTimeout(resolve));
  const { Background } = await import('./background.ts');
  const background = new Background();
  void background.start();
  return background;
}
