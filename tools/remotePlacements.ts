// The placements of this checkout's remotes, for tests, from their teams' files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '@amber/proto';
import { readPlacement } from './rspack/readPlacement.ts';
import { root } from './run.ts';

/** Keyed by the remote's name. The template is left out, because it is not a feature. */
export const remotePlacements: Readonly<Record<string, Place>> = Object.fromEntries(
  readdirSync(join(root, 'remotes'))
    .filter((remote) => remote !== 'template')
    .flatMap((remote) => {
      const place = readPlacement(join(root, 'remotes', remote));
      return place ? [[remote, place]] : [];
    }),
);
