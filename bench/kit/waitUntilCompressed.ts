// Has a gateway compress a page's files, which it does when each is first requested.
import type { PageRegistry, RegistryDetails } from '@amber/proto';

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
  for (const file of files)
    await (await fetch(new URL(file, url), { headers: { 'accept-encoding': 'br', accept: '*/*' } })).arrayBuffer();
}
