// Reads a remote's place from its folder.
import { existsSync, readFileSync } from 'node:fs';
import type { Place } from '@amber/proto';
import { type PlaceManifest, placeOf } from '@amber/proto/placeManifest';

/** Null where the folder has no amber-remote.json: such a remote is not shown anywhere. */
export function readPlace(folder: string): Place | null {
  const file = `${folder}/amber-remote.json`;
  return existsSync(file) ? placeOf(JSON.parse(readFileSync(file, 'utf8')) as PlaceManifest) : null;
}
