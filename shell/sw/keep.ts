// Keeps a set of files for a start without a network: all of it, or the one before.
import type { CachePorts } from './answer.ts';

type KeepPorts = Pick<CachePorts, 'cache' | 'fetch' | 'base'>;

/** The hash of each file by its address; empty where there is none. */
type Files = Record<string, string>;

/** What a page wants kept beside itself. */
export interface KeptSet {
  /** The page's own script, which names its build. */
  script: string;
  files: Files;
}

/** A good answer from the address that was asked; anything else is not kept. A wrong hash rejects. */
async function good(url: string, integrity: string, fetch: KeepPorts['fetch']): Promise<Response> {
  const answered = await fetch(url, { integrity });
  if (answered.status !== 200 || answered.url !== url) throw new Error(`${url} answered ${answered.status}`);
  return answered;
}

/**
 * Takes the page, the host's files (by its list, files.json) and those given. The page comes last, so that it never
 * stands there without what it needs; what no longer belongs goes after that. When another build is served by now, all
 * stays as it is: the open page goes on with what was kept, and the next one keeps its own.
 */
export async function keep({ script, files }: KeptSet, { cache: open, fetch, base }: KeepPorts): Promise<void> {
  const cache = await open();
  const page = await good(base, '', fetch);
  const own = (await (await good(`${base}files.json`, '', fetch)).json()) as Files;
  const html = await page.clone().text();
  const atBase = (file: string): string => new URL(file, base).href;
  // A build may come between the two answers.
  if (!html.includes(script) || !Object.keys(own).some((file) => atBase(file) === atBase(script))) return;
  const wanted = new Map(
    Object.entries({ ...own, ...files })
      .map(([file, integrity]) => [atBase(file), integrity] as const)
      .filter(([url]) => url.startsWith(base)),
  );
  for (const [url, integrity] of wanted) {
    // What has a hash has it in its name as well: it is what it was.
    if (!integrity || !(await cache.match(url))) await cache.put(url, await good(url, integrity, fetch));
  }
  await cache.put(base, page);
  for (const { url } of await cache.keys()) if (url !== base && !wanted.has(url)) await cache.delete(url);
}
