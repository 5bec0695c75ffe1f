// The host's public pages. The rarer ones share a chunk: each chunk adds the hashes of its files to the first script.
import { lazyScreen } from '@amber/client/remote';
import type { ComponentType } from 'react';
import { withTranslations } from '../kit/withTranslations.ts';

/** Public pages of the host: without the frame and its code. */
export type OpenPage = 'landing' | 'privacyPolicy' | 'slap';

const files: Record<OpenPage, () => Promise<ComponentType>> = {
  landing: async () => (await withTranslations(import(/* webpackChunkName: "landing" */ './Landing.tsx'))).Landing,
  privacyPolicy: async () =>
    (await withTranslations(import(/* webpackChunkName: "open" */ './PrivacyPolicy.tsx'))).PrivacyPolicy,
  slap: async () => (await withTranslations(import(/* webpackChunkName: "open" */ './Slap.tsx'))).Slap,
};

/** Each page with a function that prefetches it. */
export const openPages = Object.fromEntries(
  Object.entries(files).map(([name, load]) => [name, { load, Page: lazyScreen(load) as ComponentType }]),
) as Record<OpenPage, { load(): Promise<ComponentType>; Page: ComponentType }>;
