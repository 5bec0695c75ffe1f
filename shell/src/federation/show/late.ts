// What somebody has waited for too long: files of a release, or of the host.
import { useSyncExternalStore } from 'react';
import type { Feature } from '../registry/Feature.ts';

/** The host's own files. */
export const host = 'host';
export const releaseKey = (feature: Feature, version: string): string => `${feature}@${version}`;

const ofRelease = /\/chat\/remotes\/([^/]+)\/([^/]+)\/$/;

/** How many files of each are late. */
const late = new Map<string, number>();
const listeners = new Set<() => void>();

function change(key: string, by: 1 | -1): void {
  late.set(key, (late.get(key) ?? 0) + by);
  for (const listener of listeners) listener();
}

/** Notes that something is late; to be called back when it is no longer waited for. */
export function noteLate(key: string): () => void {
  change(key, 1);
  return () => change(key, -1);
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

export const useIsLate = (key: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => (late.get(key) ?? 0) > 0,
    () => false,
  );

/** Called once: follows the chunk loaders of all builds in this page (tools/rspack/retryChunk.ts). */
export const watchLateFiles = (): void =>
  addEventListener('amber-late', (event) => {
    const { of, isLate } = (event as CustomEvent<{ of: string; isLate: boolean }>).detail;
    const [, feature, version] = ofRelease.exec(of) ?? [];
    change(feature && version ? releaseKey(feature, version) : host, isLate ? 1 : -1);
  });
