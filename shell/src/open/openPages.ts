// The host's pages that stand alone, each in a chunk of its own.
import { lazyScreen } from '@amber/client/remote';
import type { ComponentType } from 'react';
import type { OpenPage } from '../routes.ts';
import { withWords } from '../withWords.ts';

const files: Record<OpenPage, () => Promise<ComponentType>> = {
  landing: async () => (await withWords(import(/* webpackChunkName: "landing" */ './Landing.tsx'))).Landing,
  privacyPolicy: async () =>
    (await withWords(import(/* webpackChunkName: "privacy" */ './PrivacyPolicy.tsx'))).PrivacyPolicy,
  slap: async () => (await withWords(import(/* webpackChunkName: "slap" */ './Slap.tsx'))).Slap,
};

/** Each page, and how to fetch it before it is shown. */
export const openPages = Object.fromEntries(
  Object.entries(files).map(([name, load]) => [name, { load, Page: lazyScreen(load) }]),
) as Record<OpenPage, { load(): Promise<ComponentType>; Page: ComponentType }>;
