// Runs programs for the repository's commands, from the root; prints a sentence before and the duration after.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export const printStatus = (text: string): void => console.log(`amber: ${text}`);

/** The path of a program that npm installed. */
export const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** The path of a program that npm installed for the package in this folder, or in a folder above it. */
export function installedBin(name: string, folder: string): string {
  const file = join(folder, 'node_modules', '.bin', name);
  const above = dirname(folder);
  return existsSync(file) || above === folder ? file : installedBin(name, above);
}

interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Prints the output only when the program fails. */
  quiet?: boolean;
}

/** Runs a program to its end; resolves to the exit status and the output, which is empty unless `quiet`. */
export function run(program: string, args: string[], { cwd = root, env = {}, quiet = false }: RunOptions = {}) {
  return new Promise<{ status: number; output: string }>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

/** Seconds since `from`, formatted for people. */
export const elapsedSince = (from: number): string => `${((Date.now() - from) / 1000).toFixed(1)} s`;
