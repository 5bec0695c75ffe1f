// The reason why a release could not be loaded, in one form for every way to fail.

/** A script that failed to load, in the form of the chunk loader's own errors. `request` is the URL that failed. */
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
 * Returns the error of a script or stylesheet, or the error that the remote threw while it was evaluated.
 * The federation runtime wraps a failed entry into a plain Error that is recognisable only by its text.
 */
export function asLoadError(thrown: unknown, entry: string): unknown {
  const text = String(thrown);
  if (!text.includes('RUNTIME-') || text.includes('ScriptExecutionError')) return thrown;
  if (text.includes('timed out')) return new LoadError('timeout', entry, thrown);
  return new LoadError(text.includes('RUNTIME-001') ? 'missing' : 'error', entry, thrown);
}

/**
 * Returns the failure type for reports: CSS_CHUNK_LOAD_FAILED; error, timeout or missing for a script; or thrown for
 * the remote's own error.
 */
export function failureTypeOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || !('request' in thrown)) return 'thrown';
  const { code, type } = thrown as { code?: string; type?: string };
  return code ?? type ?? 'error';
}
