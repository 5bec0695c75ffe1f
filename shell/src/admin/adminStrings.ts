// Every sentence of the operators' page.
const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });
const number = new Intl.NumberFormat('en-GB');

export const adminStrings = {
  title: 'Administration',
  lead: 'Releases of the features: who gets which, and how they fare. The figures are of the last 24 hours.',
  at: (time: number) => moment.format(time),
  count: (count: number) => number.format(count),
  rate: (rate: number) => percent.format(rate),
  milliseconds: (time: number) => (time > 0 ? `${number.format(time)} ms` : '–'),
  releases: (remote: string) => `Releases of ${remote}`,
  roles: { stable: 'Stable', candidate: 'Candidate', previous: 'Previous' },
  columns: {
    role: 'Offered as',
    version: 'Version',
    released: 'Released',
    loads: 'Loads',
    errors: 'Errors',
    rate: 'Error rate',
    failures: 'Reasons',
    p50: 'p50',
    p95: 'p95',
  },
  failures: (counted: readonly { type: string; count: number }[]) =>
    counted
      .slice(0, 3)
      .map(({ type, count }) => `${type} ${number.format(count)}`)
      .join(', ') || '–',
  share: (remote: string) => `Share of the candidate of ${remote}, percent`,
  shareIs: (share: number) => `${share} % get the candidate`,
  noCandidate: 'Everybody gets the stable version.',
  setShare: 'Set share',
  promote: 'Promote',
  rollBack: 'Roll back',
  rollBackTitle: (remote: string) => `Roll back ${remote}?`,
  rollBackCandidate: (version: string) =>
    `The candidate ${version} is withdrawn at once; everybody gets the stable version.`,
  rollBackStable: (version: string) => `Everybody goes back to ${version} at their next visit.`,
  why: 'Why',
  cancel: 'Cancel',
  done: 'Done',
  notOperator: 'This page is for those who run the server',
  notOperatorHint: (me: string) => `If that is you, start it with AMBER_OPERATORS=${me}`,
  noOffers: 'No releases yet',
  noOffersHint: 'Publish one with `npm run release` in a remote’s folder.',
  audit: 'Audit log',
  auditColumns: { time: 'Time', who: 'Who', remote: 'Feature', what: 'What', why: 'Why' },
  noAudit: 'Nothing has been changed yet.',
  tokens: 'Deploy tokens',
  tokensHint: 'A team publishes with one, for its own feature alone.',
  noTokens: 'No tokens yet.',
  tokenOf: (remote: string, created: string) => `for ${remote}, made ${created}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  feature: 'Feature',
  name: 'Name',
  nameHint: 'Who or what will use it, such as chat-ci.',
  create: 'Create token',
  created: (name: string) => `The token ${name}`,
  createdHint:
    'It is shown this once. Keep it where secrets are kept; `npm run release` takes it from AMBER_DEPLOY_TOKEN.',
  copy: 'Copy',
} as const;
