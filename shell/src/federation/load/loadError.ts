// Why a release could not be loaded, in one form whichever path has failed.

/** A script that did not come, in the form of the chunk loader's own errors. `request` is the address that failed. */
export class LoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type: 'error' | 'timeout' | 'missing';
  readonly request: string;

  constructor(type: LoadError['type'], request: string, cause?: unknown) {
    super(`Loading ${request} failed (${type})`, { cause });
    this.type = type;
    this.request = request;
  }
}

/**
 * An error of a script or stylesheet, or whatever the remote itself has thrown while it was evaluated.
 * The federation runtime wraps a failed entry into a plain Error that says so in its text alone.
 */
export function asLoadError(thrown: unknown, entry: string): unknown {
  const text = String(thrown);
  if (!text.includes('RUNTIME-') || text.includes('ScriptExecutionError')) return thrown;
  if (text.includes('timed out')) return new LoadError('timeout', entry, thrown);
  return new LoadError(text.includes('RUNTIME-001') ? 'missing' : 'error', entry, thrown);
}

/** One word for reports: CSS_CHUNK_LOAD_FAILED; error, timeout or missing of a script; or thrown, for the remote's own error. */
export function failureTypeOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || !('request' in thrown)) return 'thrown';
  const { code, type } = thrown as { code?: string; type?: string };
  return code ?? type ?? 'error';
}
