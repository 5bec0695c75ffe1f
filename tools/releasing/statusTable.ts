// Formats the status of the releases: who gets which, how often they fail, how soon they are ready.
import type { Offer, RemoteHealth, RolloutStatusReply } from '@amber/proto';

const barLength = 20;
const auditShown = 8;
const reasonsShown = 3;

const bar = (share: number): string => {
  const full = Math.round((share / 100) * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${String(share).padStart(3)} %`;
};

type ReleaseHealth = Pick<RemoteHealth, 'accounts' | 'failed' | 'readyP50' | 'readyP95' | 'failures'>;

const failed = ({ accounts, failed: failedCount }: ReleaseHealth): string =>
  accounts === 0 ? '–' : `${failedCount} (${Number(((failedCount / accounts) * 100).toFixed(1))} %)`;

const time = (milliseconds: number): string => (milliseconds === 0 ? '–' : `${milliseconds} ms`);

const reasons = ({ failures }: ReleaseHealth): string =>
  failures
    .slice(0, reasonsShown)
    .map(({ type, count }) => `${type} ${count}`)
    .join(', ') || '–';

const headings = ['remote', 'release', '', 'share of users', 'accounts', 'failed', 'p50', 'p95', 'reasons'];

/** The releases that pages get, and the one that a rollback would lead to. */
function rowsOf(
  { remote, stable, candidate, share, previous, beta, betaShare }: Offer,
  health: RemoteHealth[],
): string[][] {
  const released = [
    { release: stable, state: 'stable', share: 100 - share },
    { release: candidate, state: 'candidate', share },
    { release: beta, state: 'beta', share: betaShare },
    { release: previous[0], state: 'previous', share: null },
  ].filter(({ release }) => release);
  return released.map(({ release, state, share: part }, index) => {
    const { version } = release!;
    const of: ReleaseHealth = health.find((one) => one.remote === remote && one.version === version) ?? {
      accounts: 0,
      failed: 0,
      readyP50: 0,
      readyP95: 0,
      failures: [],
    };
    return [
      index === 0 ? remote : '',
      version,
      state,
      part === null ? '' : bar(part),
      String(of.accounts),
      failed(of),
      time(of.readyP50),
      time(of.readyP95),
      reasons(of),
    ];
  });
}

function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const minuteOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** Formats the table, the testers' links and the latest actions. */
export function statusTable({ registry, health, audit, testerLinks }: RolloutStatusReply): string {
  const rows = registry!.offers.flatMap((offer) => rowsOf(offer, health));
  const lines = audit
    .slice(0, auditShown)
    .map(({ time: at, who, what, why }) => [minuteOf(at), who, `${what}${why && `: ${why.split('\n')[0]}`}`]);
  const links = testerLinks.map(({ id, remote, version, expires }) => [
    `Tester’s link ${id}`,
    `${remote} ${version}`,
    `until ${minuteOf(expires)}`,
  ]);
  const slower = health
    .filter(({ slowerReason }) => slowerReason !== '')
    .map(({ remote, version, slowerReason }) => `${remote} ${version} is slower: ${slowerReason}`);
  return [
    rows.length > 0 ? table([headings, ...rows]) : 'Nothing has been released yet.',
    ...(slower.length > 0 ? ['', ...slower] : []),
    ...(links.length > 0 ? ['', table(links)] : []),
    ...(lines.length > 0 ? ['', table(lines)] : []),
  ].join('\n');
}
