// Finds the test files whose path contains a given part.
import { globSync } from 'node:fs';
import { root } from '../run.ts';

const files = (pattern: string, parts: readonly string[]): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).filter(
    (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
  );

/**
 * Test files that run in Node and have one of these parts in their path; all of them without a part. Those that need a
 * NATS server have their own command.
 */
export const nodeFiles = (parts: readonly string[]): string[] =>
  files('{proto,shared,shell,remotes,gateway,e2e,tools}/**/*.test.{ts,tsx}', parts).filter(
    (file) => !file.endsWith('.distributed.test.ts'),
  );

/** The same for the browser tests. */
export const browserFiles = (parts: readonly string[]): string[] => files('e2e/browser/**/*.spec.ts', parts);
