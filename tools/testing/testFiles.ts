// Finds the test files whose path contains a given part.
import { globSync } from 'node:fs';
import { root } from '../run.ts';

const files = (pattern: string, parts: readonly string[]): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).filter(
    (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
  );

const distributed = /\.distributed\.(test|spec)\.ts$/;
const allNodeFiles = (parts: readonly string[]): string[] =>
  files('{proto,shared,shell,remotes,gateway,e2e,tools}/**/*.test.{ts,tsx}', parts);

/** Test files that run in Node and have one of these parts in their path; all of them without a part. */
export const nodeFiles = (parts: readonly string[]): string[] =>
  allNodeFiles(parts).filter((file) => !distributed.test(file));

/** The same for those that need a NATS server. */
export const distributedFiles = (parts: readonly string[]): string[] =>
  allNodeFiles(parts).filter((file) => distributed.test(file));

/** The same for the browser tests that need none. */
export const browserFiles = (parts: readonly string[]): string[] =>
  files('e2e/browser/**/*.spec.ts', parts).filter((file) => !distributed.test(file));
