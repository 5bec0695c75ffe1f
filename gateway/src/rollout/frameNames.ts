// Resolves the frames of a release's scripts to places in its sources, by its source maps.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { StackFrame } from '@amber/proto';
import * as v from 'valibot';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { formatFrames } from './frames.ts';
import { functionNameAt } from './functionNames.ts';

/** At this many frames the oldest is forgotten. */
const cachedFrames = 5_000;
const textMax = 200;

/** A map has at most `limits.releaseFileMax` bytes, so reading it takes milliseconds. */
const sourceMap = v.object({
  version: v.literal(3),
  sources: v.array(v.nullable(v.string())),
  names: v.array(v.string()),
  mappings: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/,;]*$/)),
});

/** Null for what is no map: a team's own file must not stop the gateway. */
function parseMap(data: Buffer): TraceMap | null {
  try {
    const { version, sources, names, mappings } = v.parse(sourceMap, JSON.parse(data.toString('utf8')), {
      abortEarly: true, // each further issue would be an object of its own
    });
    return new TraceMap({ version, sources, names, mappings });
  } catch {
    return null;
  }
}

/** Terminals show it: control characters would move their cursor. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, textMax);

/** The build puts its own name before a path, and a hash behind some. */
const pathOf = (source: string): string => printable(source.split('?', 1)[0]!.replace(/^webpack:\/\/[^/]*\//, ''));

interface MappedScript {
  map: TraceMap;
  /** The script's text. */
  lines: string[];
}

function resolveFrame(script: MappedScript | null, frame: StackFrame): StackFrame {
  if (!script) return frame;
  const { map, lines } = script;
  try {
    // Stacks count columns from 1, and maps from 0.
    const column = frame.column - 1;
    const found = originalPositionFor(map, { line: frame.line, column });
    if (!found.source) return frame;
    const name = frame.name && functionNameAt(map, lines, { line: frame.line - 1, column, name: frame.name });
    return { file: pathOf(found.source), line: found.line, column: found.column + 1, name: printable(name) };
  } catch {
    return frame;
  }
}

interface ReleaseId {
  remote: string;
  version: string;
}

/** A published release's maps never change, so resolved frames are cached, and the large maps are not. */
export function createFrameNames({ db }: Pick<GatewayBase, 'db'>) {
  const resolved = new Map<string, StackFrame>();
  /** One call at a time: further ones for the same release find its frames in the cache. */
  let last: Promise<unknown> = Promise.resolve();
  const keyOf = ({ remote, version }: ReleaseId, frame: StackFrame) => `${remote} ${version} ${formatFrames([frame])}`;

  async function readScript({ remote, version }: ReleaseId, path: string): Promise<MappedScript | null> {
    const row = await db
      .selectFrom('release_map as map')
      .leftJoin('release_file as file', (join) =>
        join
          .onRef('file.remote', '=', 'map.remote')
          .onRef('file.version', '=', 'map.version')
          .onRef('file.path', '=', 'map.path'),
      )
      .select(['map.data as map', 'file.data as script'])
      .where('map.remote', '=', remote)
      .where('map.version', '=', version)
      .where('map.path', '=', path)
      .executeTakeFirst();
    const map = row ? parseMap(row.map) : null;
    return map && { map, lines: row!.script?.toString('utf8').split('\n') ?? [] };
  }

  async function resolveAll(release: ReleaseId, frames: readonly StackFrame[]): Promise<Map<StackFrame, StackFrame>> {
    const found = new Map<StackFrame, StackFrame>();
    for (const [file, some] of Map.groupBy(frames, (frame) => frame.file)) {
      const isCached = some.every((frame) => resolved.has(keyOf(release, frame)));
      const script = isCached ? null : await readScript(release, file);
      for (const frame of some) {
        const key = keyOf(release, frame);
        const place = resolved.get(key) ?? resolveFrame(script, frame);
        resolved.set(key, place);
        found.set(frame, place);
        if (resolved.size > cachedFrames) resolved.delete(resolved.keys().next().value!);
      }
    }
    return found;
  }

  return {
    /** Returns the place of each frame; one that no map knows stays as it is. */
    resolve(release: ReleaseId, frames: readonly StackFrame[]): Promise<Map<StackFrame, StackFrame>> {
      const result = last.catch(() => undefined).then(() => resolveAll(release, frames));
      last = result;
      return result;
    },
  };
}
