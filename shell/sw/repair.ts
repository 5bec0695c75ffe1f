// Finds the kept files of the host that are damaged, by the list that was kept with them, and fetches them again.
import type { CachePorts } from './cachePorts.ts';
import { type Files, good, listOf } from './keep.ts';

type RepairPorts = Pick<CachePorts, 'cache' | 'fetch' | 'base'>;

const encode = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

const isWhole = async (kept: Response, integrity: string): Promise<boolean> =>
  `sha384-${encode(await crypto.subtle.digest('SHA-384', await kept.clone().arrayBuffer()))}` === integrity;

async function filesOf(cache: Cache, base: string): Promise<Files> {
  const list = await cache.match(listOf(base));
  return list ? ((await list.json().catch(() => ({}))) as Files) : {};
}

/** The kept copy of a file that no page checks, such as an engine's; undefined where it is not what the list says. */
export async function checked(url: string, { cache: open, base }: RepairPorts): Promise<Response | undefined> {
  const cache = await open();
  const kept = await cache.match(url);
  const integrity = (await filesOf(cache, base))[url.slice(base.length)];
  if (!kept || !integrity || (await isWhole(kept, integrity))) return kept;
  await cache.delete(url);
  return undefined;
}

/** Replaces what is damaged; whether there was any. What the gateway has no more is a newer build's: that one starts. */
export async function repair({ cache: open, fetch, base }: RepairPorts): Promise<boolean> {
  const cache = await open();
  const damaged: [url: string, integrity: string][] = [];
  for (const [file, integrity] of Object.entries(await filesOf(cache, base))) {
    const url = new URL(file, base).href;
    const kept = integrity ? await cache.match(url) : undefined;
    if (kept && !(await isWhole(kept, integrity))) damaged.push([url, integrity]);
  }
  for (const [url, integrity] of damaged) {
    await cache.delete(url);
    const again = await good(url, integrity, fetch).catch(() => undefined);
    if (again) await cache.put(url, again);
    else await cache.delete(base);
  }
  return damaged.length > 0;
}
