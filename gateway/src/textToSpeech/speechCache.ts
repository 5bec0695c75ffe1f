// Caches synthesized sentences on disk: bounded in bytes, the least recently used go first.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Limits } from '@amber/proto/limits';
import type { Pcm } from './synthesizer.ts';

/** What the sound of a sentence depends on. */
export interface SpeechKey {
  /** Its name and host. */
  synthesizer: string;
  voice: string;
  text: string;
}

const hashLength = 32;
const unfinished = '.tmp';
const folderName = /^[0-9a-f]{64}$/;
const fileName = /^[0-9a-f]{64}$/;

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hexOf = (...parts: readonly string[]): string => sha256(JSON.stringify(parts)).toString('hex');

/** The file of a sound begins with its hash, so that a file that was not written completely is recognized. */
function toFile(pcm: Pcm): Buffer {
  const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([sha256(bytes), bytes]);
}

/** Returns null if the file is damaged. */
function fromFile(file: Buffer): Pcm | null {
  const bytes = file.subarray(hashLength);
  if (file.length < hashLength || bytes.length % 2 !== 0) return null;
  if (!sha256(bytes).equals(file.subarray(0, hashLength))) return null;
  return new Int16Array(new Uint8Array(bytes).buffer);
}

export type SpeechCache = ReturnType<typeof createSpeechCache>;

/** `folder` needs not exist. The names of files and folders in it are digests, because voices come from outside. */
export function createSpeechCache({
  folder,
  limits,
  onError,
}: {
  folder: string;
  limits: Pick<Limits, 'voiceCacheMax'>;
  onError(error: unknown): void;
}) {
  /** The bytes of each file, by its path within the folder; the least recently used comes first. */
  const files = new Map<string, number>();
  let bytes = 0;
  /** Sound of these is not stored any more: its synthesis may still have been running when the voice was removed. */
  const removedVoices = new Set<string>();
  let loading: Promise<void> | undefined;

  const folderOf = (voice: string): string => hexOf(voice);
  const pathOf = ({ synthesizer, voice, text }: SpeechKey): string =>
    join(folderOf(voice), hexOf(synthesizer, voice, text));

  function forget(path: string): void {
    bytes -= files.get(path) ?? 0;
    files.delete(path);
  }

  function remember(path: string, size: number): void {
    forget(path);
    files.set(path, size);
    bytes += size;
  }

  async function remove(path: string): Promise<void> {
    forget(path);
    await rm(join(folder, path), { force: true });
  }

  async function load(): Promise<void> {
    const found: { path: string; size: number; usedAt: number }[] = [];
    for (const voice of (await readdir(folder).catch(() => [])).filter((name) => folderName.test(name))) {
      for (const name of await readdir(join(folder, voice))) {
        const path = join(voice, name);
        // A temporary file is left by a gateway that was killed.
        if (!fileName.test(name)) await rm(join(folder, path), { force: true, recursive: true });
        else {
          const { size, mtimeMs } = await stat(join(folder, path));
          found.push({ path, size, usedAt: mtimeMs });
        }
      }
    }
    for (const { path, size } of found.toSorted((a, b) => a.usedAt - b.usedAt)) remember(path, size);
    await evict();
  }

  const ensureLoaded = (): Promise<void> => (loading ??= load().catch(onError));

  async function evict(): Promise<void> {
    for (const path of files.keys()) {
      if (bytes <= limits.voiceCacheMax) return;
      await remove(path);
    }
  }

  async function removeFolder(name: string): Promise<void> {
    for (const path of files.keys()) if (dirname(path) === name) forget(path);
    await rm(join(folder, name), { recursive: true, force: true });
  }

  return {
    /** Returns null if the sound is not cached. */
    async get(key: SpeechKey): Promise<Pcm | null> {
      await ensureLoaded();
      const path = pathOf(key);
      const size = files.get(path);
      if (size === undefined) return null;
      const file = await readFile(join(folder, path)).catch(() => null);
      const pcm = file && fromFile(file);
      if (!pcm) {
        await remove(path).catch(onError);
        return null;
      }
      if (files.has(path)) remember(path, size);
      const now = new Date();
      void utimes(join(folder, path), now, now).catch(() => undefined);
      return pcm;
    },

    /** A sound that cannot be stored, for example on a full disk, is computed again later. */
    async put(key: SpeechKey, pcm: Pcm): Promise<void> {
      await ensureLoaded();
      const file = toFile(pcm);
      if (removedVoices.has(key.voice) || file.length > limits.voiceCacheMax) return;
      const path = pathOf(key);
      const temporary = join(folder, folderOf(key.voice), randomBytes(8).toString('hex') + unfinished);
      try {
        await mkdir(join(folder, folderOf(key.voice)), { recursive: true, mode: 0o700 });
        await writeFile(temporary, file, { mode: 0o600 });
        await rename(temporary, join(folder, path));
        remember(path, file.length);
        if (removedVoices.has(key.voice)) await remove(path);
        await evict();
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        onError(error);
      }
    },

    /** Deletes the sound of all voices but these. */
    async retainVoices(voices: readonly string[]): Promise<void> {
      await ensureLoaded();
      const retained = new Set(voices.map(folderOf));
      const cached = new Set([...files.keys()].map(dirname));
      for (const each of cached) if (!retained.has(each)) await removeFolder(each);
    },

    /** Deletes all sound of a voice, which will not be used again. */
    async removeVoice(voice: string): Promise<void> {
      removedVoices.add(voice);
      await ensureLoaded();
      await removeFolder(folderOf(voice));
    },
  };
}
