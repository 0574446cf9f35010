/** The part of the browser's runtime that every context has: pages of the extension and content scripts alike. */
export type NativeRuntime = {
  /** Absent in a content script whose extension was updated or removed. */
  readonly id?: string;
  sendMessage(message: unknown): Promise<unknown>;
  getURL(path: string): string;
};

/**
 * The browser's own runtime, without a polyfill, so that content scripts stay small. Undefined where the extension that
 * injected the script is gone.
 */
export function nativeRuntime(): NativeRuntime | undefined {
  const scope = globalThis as { browser?: { runtime?: NativeRuntime }; chrome?: { runtime?: NativeRuntime } };
  const runtime = scope.browser?.runtime ?? scope.chrome?.runtime;
  return runtime?.id === undefined ? undefined : runtime;
}

/** Whether a content script has outlived its extension, which was updated, reloaded, switched off or removed. Nothing tells it of that. */
export const isOrphaned = (): boolean => nativeRuntime() === undefined;
