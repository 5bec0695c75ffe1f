// The versions of the packages that this gateway's host shares with remotes.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** The version of each shared package by its name. */
export type HostPackages = Readonly<Record<string, string>>;

const schema = v.record(v.string(), v.string());

/**
 * Reads shared.json, which the host's build writes. Null without a host, or with one from before there was this file:
 * then nothing is compared.
 * @throws Error that names the file when it cannot be understood.
 */
export async function readHostPackages(shellDir: string | undefined): Promise<HostPackages | null> {
  const file = shellDir && join(shellDir, 'shared.json');
  if (!file || !existsSync(file)) return null;
  const read = v.safeParse(schema, JSON.parse(await readFile(file, 'utf8')));
  if (!read.success) throw new Error(`${file} cannot be understood`);
  return read.output;
}
