// Waits until a gateway serves a page's files compressed, which it may not do right after its start.
import type { PageRegistry, RegistryDetails } from '@amber/proto';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function isCompressed(url: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br', accept: '*/*' } });
  await answer.arrayBuffer();
  return answer.headers.get('content-encoding') === 'br' || Number(answer.headers.get('content-length')) < 1_000;
}

/** `url` ends in /chat/. */
export async function waitUntilCompressed(url: string): Promise<void> {
  const html = await (await fetch(`${url}login`, { headers: { accept: 'text/html' } })).text();
  const config = /id="amber-config">(.*?)<\/script>/.exec(html)?.[1];
  const details = config ? (JSON.parse(config) as { registry: PageRegistry }).registry.details : null;
  const { remotes } = details
    ? ((await (await fetch(new URL(details.url, url))).json()) as RegistryDetails)
    : { remotes: [] };
  const files = [
    ...[...html.matchAll(/(?:src|href)="(\/chat\/assets\/[^"]+)"/g)].map(([, path]) => path!),
    ...remotes.flatMap(({ offered: [stable] }) => stable?.files.map((file) => file.url) ?? []),
  ];
  for (const file of files) {
    while (!(await isCompressed(new URL(file, url).href))) await pause(100);
  }
}
