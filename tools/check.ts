// `npm run check`: checks the types of every package, each with its own `lib`, the lint rules, the format, unused code,
// and the public surface of the kit.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from './build.ts';
import { checkApiReport } from './kit/apiReport.ts';
import { findPhysicalStyles } from './readingDirection.ts';
import { bin, root, run, printStatus, elapsedSince } from './run.ts';

const remotes = readdirSync(join(root, 'remotes')).map((name) => `remotes/${name}`);

const projects = [
  'proto',
  'shared/words',
  'shared/client',
  'shared/ui',
  'shared/conversation',
  'shared/conversationScreen',
  'shell',
  'shell/engine',
  'shell/sw',
  ...remotes,
  'gateway',
  'tools',
  'tools/demo',
  'e2e',
  'bench',
];

/** The tests of these packages have a separate project, because they also use Node and the DOM. */
const testProjects = [
  'proto',
  'shared/words',
  'shared/client',
  'shared/ui',
  'shared/conversation',
  'shared/conversationScreen',
  'shell',
  'shell/engine',
  'shell/sw',
  'remotes/chat',
].map((folder) => `${folder}/tsconfig.tests.json`);

/** Returns the problems as the tools print them; empty when there are none. Unchanged files are skipped. */
export async function check(): Promise<string[]> {
  const start = Date.now();
  const jobs = [
    { label: 'types', program: bin('tsc'), args: ['-b', ...projects, ...testProjects] },
    { label: 'lint', program: bin('oxlint'), args: ['--deny-warnings'] },
    { label: 'format (npm run format mends it)', program: bin('oxfmt'), args: ['--check'] },
    { label: 'unused or undeclared', program: bin('knip'), args: ['--no-progress'] },
  ];
  const apiReport = checkApiReport();
  apiReport.catch(() => undefined); // awaited below
  const problems = await Promise.all(
    jobs.map(async ({ label, program, args }) => {
      const { status, output } = await run(program, args, { quiet: true });
      return status === 0 ? [] : [`${label}:\n${output}`];
    }),
  );
  const apiProblem = await apiReport;
  if (apiProblem) problems.push([`public surface of the kit:\n${apiProblem}`]);
  const physicalStyles = findPhysicalStyles();
  if (physicalStyles.length > 0)
    problems.push([`fixed to one side of the screen (see tools/readingDirection.ts):\n${physicalStyles.join('\n')}`]);
  printStatus(`checked ${projects.length} packages in ${elapsedSince(start)}`);
  return problems.flat();
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  await generate();
  const problems = await check();
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}
