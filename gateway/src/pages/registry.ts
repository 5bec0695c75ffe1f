// Which remotes there are, in which version, and the hashes of their files.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

export interface Registry {
  /** Changes when anything in it does. */
  revision: number;
  remotes: Record<string, { version: string; contract: number | string; entry: string; integrity: Record<string, string> }>;
}

const word = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][\w.+-]*$/));

const manifest = v.object({
  name: word,
  version: word,
  contract: v.union([v.number(), v.string()]),
  entry: v.string(),
  files: v.record(v.string(), v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/=]+$/))),
});

/**
 * Reads every `<remote>/dist/amber-remote.json`.
 * @throws Error that names the manifest which cannot be understood.
 */
export async function readRegistry(remotesDir: string | undefined): Promise<{ registry: Registry; folders: { folder: string; at: string }[] }> {
  const remotes: Registry['remotes'] = {};
  const folders: { folder: string; at: string }[] = [];
  const names = remotesDir && existsSync(remotesDir) ? (await readdir(remotesDir)).sort() : [];
  for (const name of names) {
    const folder = join(remotesDir!, name, 'dist');
    const file = join(folder, 'amber-remote.json');
    if (!existsSync(file)) continue;
    const read = v.safeParse(manifest, JSON.parse(await readFile(file, 'utf8')));
    if (!read.success) throw new Error(`${file} cannot be understood: ${read.issues.map(({ message }) => message).join('; ')}`);
    const { version, contract, entry, files } = read.output;
    const at = `/chat/remotes/${read.output.name}/${version}`;
    remotes[read.output.name] = {
      version, contract, entry: `${at}/${entry}`,
      integrity: Object.fromEntries(Object.entries(files).map(([path, hash]) => [`${at}/${path}`, hash])),
    };
    folders.push({ folder, at });
  }
  const revision = createHash('sha256').update(JSON.stringify(remotes)).digest().readUIntBE(0, 6);
  return { registry: { revision, remotes }, folders };
}
