// The code that both workers share: runs a task by name and responds with its milliseconds.

export type Task = 'keys' | 'firstMessage' | 'stored' | 'seal' | 'open';

/** Handles the page's requests. */
export function serveTasks(tasks: Partial<Record<Task, () => Promise<unknown>>>): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    const start = performance.now();
    void tasks[data]!().then(
      () => globalThis.postMessage({ ms: performance.now() - start }),
      (thrown: unknown) => globalThis.postMessage({ error: String(thrown) }),
    );
  });
}

export const preKeys = 500;
export const messagesStored = 100;
export const text = 'The first thing that Alice says to Bob.';

/** Each encrypted message must be decrypted again, or the time is meaningless. */
export function assertDecrypted(opened: ArrayBuffer | Uint8Array<ArrayBuffer>): void {
  if (new TextDecoder().decode(opened) !== text) throw new Error('what was opened is not what was sealed');
}
