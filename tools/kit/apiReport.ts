// `node tools/kit/apiReport.ts`: puts the kit's public surface on record, in docs/kit-api. `npm run check` compares.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contractVersion } from '../../proto/src/contract.ts';
import { root, printStatus } from '../run.ts';
import { kitFiles } from './buildKit.ts';
import { type EntryPoint, entryPoints } from './entryPoints.ts';
import { compiledName } from './references.ts';

const reportFolder = join(root, 'docs/kit-api');
const ending = '.api.md';

/** The reports by name, without their headings: `client` for `@amber/kit/client/…`. */
type Reports = ReadonlyMap<string, string>;

const declarationOf = (source: string): string => compiledName(source).replace(/\.js$/, '.d.ts');

/** Only what the compiler reads: comments may change at any time. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

const reference = /(['"])(\.{1,2}\/[^'"]+)\.js\1/g;

/** The declarations that this one refers to, by their paths below `lib`. */
const referredBy = (file: string, text: string): string[] =>
  [...text.matchAll(reference)].map(([, , path]) => posix.join(posix.dirname(file), `${path}.d.ts`));

const section = (title: string, text: string): string => `## ${title}\n\n\`\`\`ts\n${text}\n\`\`\`\n`;

/** What the kit's declarations say: of each entry point, and of the modules that those refer to. */
export function reportsOf(files: ReadonlyMap<string, Buffer>, all: readonly EntryPoint[]): Reports {
  const textOf = (file: string): string => withoutComments(String(files.get(`lib/${file}`) ?? ''));
  const shown = all.filter(({ kitName, source }) => kitName !== undefined && /\.tsx?$/.test(source));
  const entries = new Map(shown.map(({ kitName, source }) => [declarationOf(source), kitName!]));
  // A module that several groups refer to is in the report of its own package.
  const groupOf = (file: string): string => entries.get(file)?.split('/')[0] ?? file.split('/').slice(0, 2).join('-');
  const sections = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = textOf(file);
    const title = entries.has(file) ? `@amber/kit/${entries.get(file)}` : file;
    sections.set(groupOf(file), [...(sections.get(groupOf(file)) ?? []), section(title, text)]);
    referredBy(file, text).forEach(visit);
  };
  [...entries.keys()].sort().forEach(visit);
  return new Map([...sections].map(([name, parts]) => [name, parts.sort().join('\n')]));
}

const headingOf = (name: string, contract: number): string =>
  `# ${name}: the public surface of contract ${contract}\n\nMade by \`node tools/kit/apiReport.ts\`. Do not edit.\n\n`;
const heading = /^# .*: the public surface of contract (\d+)\n\n.*\n\n/;

/** The reports on record, and the contract that they describe. */
export function committedReports(folder = reportFolder): { contract: number; reports: Reports } {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(ending)) : [];
  const texts = files.map((file) => [basename(file, ending), readFileSync(join(folder, file), 'utf8')] as const);
  return {
    contract: Math.max(0, ...texts.map(([, text]) => Number(heading.exec(text)?.[1] ?? 0))),
    reports: new Map(texts.map(([name, text]) => [name, text.replace(heading, '')])),
  };
}

/** The names of the reports that differ. */
const changedReports = (one: Reports, other: Reports): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name)).sort();

const command = 'node tools/kit/apiReport.ts';

/** Says why the surface and the record do not agree; undefined when they do. */
export function reportProblem(
  now: Reports,
  { contract, reports }: ReturnType<typeof committedReports>,
  current: number = contractVersion,
): string | undefined {
  const changed = changedReports(now, reports);
  if (changed.length > 0 && contract === current)
    return `The public surface of the kit is not the one of contract ${contract} any more (docs/kit-api: ${changed.join(', ')}). Set contractVersion in proto/src/contract.ts to ${contract + 1}, then run \`${command}\``;
  if (changed.length > 0 || contract !== current)
    return `docs/kit-api describes contract ${contract}, and this is contract ${current}. Run \`${command}\``;
  return undefined;
}

/** The problem for `npm run check`; undefined when there is none. */
export const checkApiReport = async (): Promise<string | undefined> =>
  reportProblem(reportsOf(await kitFiles(), entryPoints()), committedReports());

function write(reports: Reports): void {
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
  for (const [name, text] of reports)
    writeFileSync(join(reportFolder, `${name}${ending}`), headingOf(name, contractVersion) + text);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const now = reportsOf(await kitFiles(), entryPoints());
  const committed = committedReports();
  const problem = reportProblem(now, committed);
  if (problem && committed.contract === contractVersion) {
    console.error(`amber: ${problem}`);
    process.exitCode = 1;
  } else {
    write(now);
    printStatus(`docs/kit-api describes contract ${contractVersion}`);
  }
}
