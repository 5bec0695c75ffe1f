// Reads a remote's place from its folder.
import { existsSync, readFileSync } from 'node:fs';
import type { Place } from '@amber/proto';
import { type PlaceManifest, placeOf } from '@amber/proto/placeManifest';
import { schemaFault } from '@amber/proto/placeRules';

/**
 * Null where the folder has no amber-remote.json: such a remote is not shown anywhere.
 * @throws Error with what is wrong in that file.
 */
export function readPlace(folder: string): Place | null {
  const file = `${folder}/amber-remote.json`;
  if (!existsSync(file)) return null;
  const place = placeOf(JSON.parse(readFileSync(file, 'utf8')) as PlaceManifest);
  const fault = schemaFault(place);
  if (fault) throw new Error(`${file}: ${fault}`);
  return place;
}
