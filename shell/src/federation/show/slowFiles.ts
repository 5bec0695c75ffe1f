// Tracks the files of releases and of the host that load slowly.
import { useSyncExternalStore } from 'react';
import type { Feature } from '../registry/Feature.ts';

/** The host's own files. */
export const host = 'host';
export const releaseKey = (feature: Feature, version: string): string => `${feature}@${version}`;

const releasePath = /\/chat\/remotes\/([^/]+)\/([^/]+)\/$/;

/** How many files of each key are slow. */
const slowCounts = new Map<string, number>();
const listeners = new Set<() => void>();

function changeCount(key: string, by: 1 | -1): void {
  slowCounts.set(key, (slowCounts.get(key) ?? 0) + by);
  for (const listener of listeners) listener();
}

/** Marks a file of this key as slow. Returns a function that ends it when the file no longer loads. */
export function markSlow(key: string): () => void {
  changeCount(key, 1);
  return () => changeCount(key, -1);
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useIsSlow = (key: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => (slowCounts.get(key) ?? 0) > 0,
    () => false,
  );

/** Called once: follows the chunk loaders of all builds in this page (tools/rspack/retryChunk.ts). */
export const watchSlowFiles = (): void =>
  addEventListener('amber-late', (event) => {
    const { of, isLate } = (event as CustomEvent<{ of: string; isLate: boolean }>).detail;
    const [, feature, version] = releasePath.exec(of) ?? [];
    changeCount(feature && version ? releaseKey(feature, version) : host, isLate ? 1 : -1);
  });
