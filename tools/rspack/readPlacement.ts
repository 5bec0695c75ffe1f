// Reads a remote's placement from its folder.
import { existsSync, readFileSync } from 'node:fs';
import type { Place } from '@amber/proto';
import { type PlacementManifest, placementOf } from '@amber/proto/placementManifest';
import { placementSchemaError } from '@amber/proto/placementRules';

/**
 * Null when the folder has no amber-remote.json; such a remote is not shown anywhere.
 * @throws Error that says what is wrong in that file.
 */
export function readPlacement(folder: string): Place | null {
  const file = `${folder}/amber-remote.json`;
  if (!existsSync(file)) return null;
  const place = placementOf(JSON.parse(readFileSync(file, 'utf8')) as PlacementManifest);
  const fault = placementSchemaError(place);
  if (fault) throw new Error(`${file}: ${fault}`);
  return place;
}
