/** The part of the runtime API that every context has, pages of the extension and content scripts. */
export type NativeRuntime = {
  /** Absent in a content script whose extension was updated or removed. */
  readonly id?: string;
  sendMessage(message: unknown): Promise<unknown>;
  getURL(path: string): string;
};

/** The browser's own runtime, without a polyfill. Undefined if the extension that injected the script is gone. */
export function nativeRuntime(): NativeRuntime | undefined {
  const scope = globalThis as { browser?: { runtime?: NativeRuntime }; chrome?: { runtime?: NativeRuntime } };
  const runtime = scope.browser?.runtime ?? scope.chrome?.runtime;
  return runtime?.id === undefined ? undefined : runtime;
}

/** Whether this content script's extension was updated, reloaded, switched off or removed. No event reports this. */
export const isOrphaned = (): boolean => nativeRuntime() === undefined;
