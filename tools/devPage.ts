// Offers a remote under development in a page of a running gateway.
import type { PageRegistry, PageRelease } from '@amber/proto';
import { pathOwner } from '@amber/proto/pathRouting';

export interface DevelopmentRelease extends PageRelease {
  remote: string;
}

/** The page's configuration, as the gateway writes it. */
const block = /(<script type="application\/json" id="amber-config">)([^]*?)(<\/script>)/;

/** No registry that the gateway announces meanwhile is newer. */
const tenYears = 10 * 365 * 24 * 60 * 60_000;

/**
 * Replaces the releases of the remote in the page's registry. The production build of the host runs this one like any
 * other: by an entry at the remote's own address, with its integrity hash.
 */
export function offerInPage(html: string, { remote, ...release }: DevelopmentRelease, now: number): string {
  return html.replace(block, (_, start: string, text: string, end: string) => {
    const config = JSON.parse(text) as { registry: PageRegistry };
    const { offers, words } = config.registry;
    const before = offers.find((offer) => offer.remote === remote);
    // A remote without a placement of its own has that of its release.
    const place = release.place ?? before?.stable?.place ?? before?.candidate?.place ?? null;
    // The gateway assigns the remote its paths when an operator makes its deploy token.
    const isOwned = (place?.paths ?? []).every(({ path }) => pathOwner(path, words) === remote);
    const registry: PageRegistry = {
      revision: now + tenYears,
      offers: [
        ...offers.filter((offer) => offer.remote !== remote),
        { remote, stable: { ...release, place }, candidate: null, share: 0, previous: null, beta: null, betaShare: 0 },
      ],
      words: isOwned ? words : [...words.filter(({ pattern }) => pattern !== remote), { pattern: remote, remote }],
      details: null, // it lists the releases of the gateway
    };
    return start + JSON.stringify({ ...config, registry }).replaceAll('<', '\\u003c') + end;
  });
}
