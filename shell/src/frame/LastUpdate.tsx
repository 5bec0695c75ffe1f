// How old the lists are that are shown without a connection.
import { useSession } from '@amber/client/session';
import { useNow } from '@amber/ui/useNow';
import { lazyFormatter } from '@amber/words/languages';
import { words } from '../words/gen/lastUpdate.ts';
import { readLastUpdate } from './recordLastUpdate.ts';

const minute = 60_000;
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

const ageFormat = lazyFormatter((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }));

/** Renders nothing if this browser does not know it. */
export function LastUpdate() {
  const identifier = useSession()?.identifier ?? '';
  const now = useNow(minute / 2);
  const at = readLastUpdate(identifier);
  if (!at) return null;
  const [unit, length] = units.find(([, size]) => now - at >= size) ?? [null, 0];
  return (
    // Not announced each minute with the status.
    <span aria-live="off">
      {unit ? words.ago({ age: ageFormat().format(-Math.floor((now - at) / length), unit) }) : words.now}
    </span>
  );
}
