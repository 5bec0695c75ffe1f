// Keeps a set of files for a start without a network: all of it, or the one before.
import type { CachePorts } from './answer.ts';

type KeepPorts = Pick<CachePorts, 'cache' | 'fetch' | 'base'>;

/** The hash of each file by its address; empty where there is none. */
export type Files = Record<string, string>;

/** A good answer from the address that was asked; anything else is not kept. A wrong hash rejects. */
async function good(url: string, integrity: string, fetch: KeepPorts['fetch']): Promise<Response> {
  const answered = await fetch(url, { integrity });
  if (answered.status !== 200 || answered.url !== url) throw new Error(`${url} answered ${answered.status}`);
  return answered;
}

/**
 * Takes the page, the host's files (by its list, files.json) and those given. The page comes last, so that it never
 * stands there without what it needs; what no longer belongs goes after that.
 */
export async function keep(files: Files, { cache: open, fetch, base }: KeepPorts): Promise<void> {
  const cache = await open();
  const page = await good(base, '', fetch);
  const own = await (await good(`${base}files.json`, '', fetch)).json() as Files;
  const html = await page.clone().text();
  // Between the two answers a new build may have come; the next visit keeps that one.
  if (!Object.keys(own).some((file) => html.includes(file))) return;
  const wanted = new Map(Object.entries({ ...own, ...files })
    .map(([file, integrity]) => [new URL(file, base).href, integrity] as const)
    .filter(([url]) => url.startsWith(base)));
  for (const [url, integrity] of wanted) {
    // What has a hash has it in its name as well: it is what it was.
    if (!integrity || !await cache.match(url)) await cache.put(url, await good(url, integrity, fetch));
  }
  await cache.put(base, page);
  for (const { url } of await cache.keys()) if (url !== base && !wanted.has(url)) await cache.delete(url);
}
