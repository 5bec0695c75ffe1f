// What both workers share: runs a task by name and answers with its milliseconds.

export type Task = 'keys' | 'firstMessage' | 'stored' | 'seal' | 'open';

/** Answers each request of the page. */
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

/** What is sealed must be opened again, or the time is meaningless. */
export function assertDecrypted(opened: ArrayBuffer | Uint8Array<ArrayBuffer>): void {
  if (new TextDecoder().decode(opened) !== text) throw new Error('what was opened is not what was sealed');
}
