// Every sentence about the support bundle.
export const supportStrings = {
  title: 'Support bundle',
  lead: 'If something does not work, give this to the person who helps you. It is exactly what you see: no messages, no names, no keys. It goes nowhere unless you send it. The server’s log gets only which problems occurred and how often, without your account.',
  problems: 'Recent problems',
  noProblems: 'Nothing has gone wrong since Amber started here.',
  noAnswer: 'Amber’s background worker does not answer.',
  more: (count: number) => `${count} more in the bundle below`,
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  request: (id: string) => `Request ${id}`,
  contents: 'What is in it',
  copy: 'Copy',
  download: 'Download',
  file: 'amber-support.json',
} as const;
