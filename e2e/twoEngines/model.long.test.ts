// After any sequence of actions and faults, every device shows what the gateway has, and nothing is lost.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { recordCopies } from './expectedState.ts';
import { createModelWorld, type ModelWorld } from './modelWorld.ts';
import { createPair, type Pair } from './pair.ts';
import { perform, type Step, step } from './steps.ts';

/** Drawn anew, and more of them, in `npm run soak`; a change is tried with the same ones. AMBER_SEED repeats one of them. */
const many = process.env['AMBER_MODEL_RUNS'];
const runs = Number(many ?? 8);
const seed = Number(process.env['AMBER_SEED'] ?? (many ? Date.now() % 2 ** 31 : 1));
const maxSteps = 24;
/** The time limit for shrinking a failing case. */
const shrinkTimeout = 60_000;
const regressions = join(import.meta.dirname, 'regressions');
mkdirSync(regressions, { recursive: true });

let folder: string;
let postgres: EmbeddedPostgres;
let home: Pair;
let client: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-model-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  // Who asks to start over waits for nothing.
  home = await createPair({ databaseUrl: postgres.databaseUrl, limits: { startOverAfter: 0 } });
  client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  await recordCopies(client);
});
afterAll(async () => {
  await client?.end();
  await home?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One step, as fast-check knows it. */
class StepCommand implements fc.AsyncCommand<object, ModelWorld> {
  readonly step: Step;
  constructor(one: Step) {
    this.step = one;
  }
  check() {
    return true;
  }
  run(_model: object, world: ModelWorld) {
    return perform(world, this.step);
  }
  toString() {
    return JSON.stringify(this.step);
  }
}

async function withModelWorld(work: (world: ModelWorld) => Promise<void>): Promise<void> {
  const world = await createModelWorld(home, client);
  try {
    await work(world);
    await world.converge();
  } finally {
    await world.close();
  }
}

/** The steps of a case that happened, once fast-check has wrapped and run it. */
const executedSteps = (commands: unknown): Step[] =>
  [...(commands as Iterable<{ cmd: StepCommand; hasRan: boolean }>)]
    .filter(({ hasRan }) => hasRan)
    .map(({ cmd }) => cmd.step);

describe('P1 P2 P3 P4 two people, three devices, one gateway', () => {
  const kept = readdirSync(regressions).filter((name) => name.endsWith('.json'));
  it.for(kept)(' what once went wrong goes well: %s', async (name) => {
    const steps = JSON.parse(readFileSync(join(regressions, name), 'utf8')) as Step[];
    await withModelWorld(async (world) => {
      for (const one of steps) await perform(world, one);
    });
  });

  it(
    `C6 C8 R45 R46 R170 every device comes to show the same, whatever happens (${runs} runs)`,
    { timeout: scaledTimeout(3_600_000) },
    async () => {
      let failedAt = 0;
      const property = fc.asyncProperty(
        fc.commands([step.map((one) => new StepCommand(one))], { maxCommands: maxSteps, size: '+1' }),
        async (commands) => {
          if (failedAt && Date.now() - failedAt > shrinkTimeout) return;
          try {
            await withModelWorld((world) => fc.asyncModelRun(() => ({ model: {}, real: world }), commands));
          } catch (error) {
            failedAt ||= Date.now();
            throw error;
          }
        },
      );
      const result = await fc.check(property, { numRuns: runs, seed });
      if (!result.failed) return;
      const steps = executedSteps(result.counterexample![0]);
      const file = join(regressions, `seed${seed}.json`);
      writeFileSync(file, `[\n${steps.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
      expect.fail(
        `seed ${seed}, run ${result.numRuns}; ${steps.length} steps are in ${file}:\n${steps.map((one) => JSON.stringify(one)).join('\n')}\n${String(result.errorInstance)}`,
      );
    },
  );
});
