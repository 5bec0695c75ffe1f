// The program of a child process: it answers messages, and ends when it needs too much memory.
import { Worker } from 'node:worker_threads';

const memoryCheckInterval = 50;

/** The thread measures while the main thread computes; memory outside the JavaScript heap counts too. */
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData.memoryMax) process.kill(process.pid, 'SIGKILL');
  }, workerData.interval);
`;

/** Answers each message of the parent process until that ends. An answer that fails ends the process. */
export function answerMessages<Request>(memoryMax: number, answer: (request: Request) => Promise<object>): void {
  new Worker(watch, { eval: true, workerData: { memoryMax, interval: memoryCheckInterval } });
  process.on('message', (request: Request) => void answer(request).then((result) => process.send!(result)));
  process.on('disconnect', () => process.exit());
}
