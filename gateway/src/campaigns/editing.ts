// The operators' changes to campaigns: write, schedule, stop, remove.
import type { Campaign } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { digestOf, isPublicPicture } from '@amber/proto/publicPictures';
import { sql } from 'kysely';
import { checkOptionalText, checkText } from '../core/checks.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db, Transaction } from '../db/store.ts';
import { type CampaignRow, hasBegun, newSeed } from './campaigns.ts';
import { checkTasks } from './tasks.ts';

const campaignId = /^[a-z0-9][a-z0-9-]{0,63}$/;
const states: readonly unknown[] = ['published', 'draft'];
const ways: readonly unknown[] = ['firstCome', 'draw'];
const prizeKinds: readonly unknown[] = ['none', 'code', 'wallet'];

interface EditingPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  pictures: Pictures;
}

/** Checks the texts and the picture; the title and the picture may still change after a campaign has begun. */
function checkTexts({ title, reward, rules, banner }: Campaign, limits: Limits) {
  return {
    banner,
    title: checkText(title, limits.campaignNameMax),
    reward: checkText(reward, limits.campaignNameMax),
    rules: checkOptionalText(rules, limits.campaignRulesMax),
  };
}

/** Checks the terms that people rely on while a campaign runs. */
function checkTerms({ begins, ends, state, way, prize, prizes }: Campaign, limits: Limits) {
  const isValid =
    begins > 0 &&
    ends > begins &&
    states.includes(state) &&
    ways.includes(way) &&
    prizeKinds.includes(prize) &&
    (prize === 'none' ? prizes === 0 : prizes >= 1 && prizes <= limits.campaignPrizesMax);
  if (!isValid) throw new Fault('BAD_REQUEST');
  return { begins_at: begins, ends_at: ends, state, way, prize, prizes };
}

export function createEditing({ db, clock, limits, pictures }: EditingPorts) {
  /**
   * Allows the operator's own upload, the present banner, and any other campaign's banner, because operators copy
   * campaigns.
   */
  async function checkBanner(tx: Db, me: string, banner: string): Promise<void> {
    if (banner === '' || (isPublicPicture(banner) && digestOf(banner) === null)) return;
    const used = await tx.selectFrom('campaign').select('id').where('banner', '=', banner).limit(1).executeTakeFirst();
    if (!used) await pictures.check(tx, me, banner, { current: '', predefined: [] });
  }

  /** @throws Fault CAMPAIGN_CODES */
  function checkCodes(codes: readonly string[], prizes: number): string[] {
    const trimmed = codes.map((code) => code.trim()).filter((code) => code !== '');
    if (trimmed.length < prizes || trimmed.length > limits.campaignPrizesMax || new Set(trimmed).size < trimmed.length)
      throw new Fault('CAMPAIGN_CODES');
    return trimmed.map((code) => checkText(code, limits.campaignCodeMax));
  }

  /** Replaces the prize codes of a campaign, or checks that enough codes are stored. */
  async function saveCodes(
    tx: Transaction,
    { id, prize, prizes, state }: Pick<CampaignRow, 'id' | 'prize' | 'prizes' | 'state'>,
    codes: readonly string[],
  ): Promise<void> {
    if (prize !== 'code' || codes.length > 0) await tx.deleteFrom('campaign_code').where('campaign', '=', id).execute();
    if (prize !== 'code') return;
    if (codes.length > 0) {
      const trimmed = checkCodes(codes, state === 'draft' ? 0 : prizes);
      await sql`insert into campaign_code (campaign, place, code)
        select ${id}, n, code from unnest(${trimmed}::text[]) with ordinality c (code, n)`.execute(tx);
    } else if (state === 'published') {
      const { rows } = await sql<{ enough: boolean }>`
        select count(*) >= ${prizes} as "enough" from campaign_code where campaign = ${id}`.execute(tx);
      if (!rows[0]!.enough) throw new Fault('CAMPAIGN_CODES');
    }
  }

  async function saveTasks(tx: Transaction, id: string, campaign: Campaign): Promise<void> {
    const rows = await checkTasks(tx, campaign.tasks, limits);
    await tx.deleteFrom('campaign_task').where('campaign', '=', id).execute();
    for (const row of rows)
      await tx
        .insertInto('campaign_task')
        .values({
          campaign: id,
          ...row,
          // Messages from before the task are not counted.
          read_seq: row.kind === 'say' ? sql<number>`(select last_seq from conversation where id = ${row.target})` : 0,
        })
        .execute();
  }

  return {
    /**
     * Creates or changes a campaign.
     * @throws Fault BAD_REQUEST, CAMPAIGN_BEGUN, CAMPAIGN_CODES, CAMPAIGN_TARGET
     */
    async save(me: string, campaign: Campaign | null, codes: readonly string[]): Promise<void> {
      if (!campaign || !campaignId.test(campaign.id)) throw new Fault('BAD_REQUEST');
      const { id } = campaign;
      const texts = checkTexts(campaign, limits);
      await db.transaction().execute(async (tx) => {
        const before = await tx.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        await checkBanner(tx, me, texts.banner);
        const isBegun = before !== undefined && hasBegun(before, clock());
        // People take part because of what the rules and the reward say, so these change by corrections only.
        if (isBegun && (texts.reward !== before.reward || texts.rules !== before.rules))
          throw new Fault('CAMPAIGN_BEGUN');
        // A campaign that has begun stays so; otherwise its rules could be rewritten before it begins again.
        if (isBegun && before.state === 'published' && campaign.begins > clock()) throw new Fault('CAMPAIGN_BEGUN');
        // The other terms of an announcement may change at any time, because it has no prize.
        if (isBegun && (before.state === 'stopped' || before.prize !== 'none')) {
          const { begins, ends, way, prize, prizes } = campaign;
          const isUnchanged =
            begins === before.begins_at &&
            ends === before.ends_at &&
            way === before.way &&
            prize === before.prize &&
            prizes === before.prizes &&
            codes.length === 0;
          if (!isUnchanged) throw new Fault('CAMPAIGN_BEGUN');
          await tx.updateTable('campaign').set(texts).where('id', '=', id).execute();
          return;
        }
        const terms = checkTerms(campaign, limits);
        // A published campaign cannot become a draft again; it can only be stopped.
        if (before?.state === 'published' && terms.state === 'draft') throw new Fault('BAD_REQUEST');
        const values = { ...texts, ...terms, seed: terms.way === 'draw' ? before?.seed || newSeed() : '' };
        await tx
          .insertInto('campaign')
          .values({ id, ...values })
          .onConflict((on) => on.column('id').doUpdateSet(values))
          .execute();
        await saveTasks(tx, id, campaign);
        await saveCodes(tx, { id, ...terms }, codes);
      });
    },

    /**
     * Adds a dated correction; a repeated call adds it once.
     * @throws Fault BAD_REQUEST when the campaign has not begun, because its rules can still change, or has too many.
     */
    async correct(id: string, written: string): Promise<void> {
      const text = checkText(written, limits.campaignCorrectionMax);
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('campaign')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const { corrections } = row;
        if (corrections.at(-1)?.text === text) return;
        if (!hasBegun(row, clock()) || corrections.length >= limits.campaignCorrectionsMax)
          throw new Fault('BAD_REQUEST');
        await tx
          .updateTable('campaign')
          .set({ corrections: sql`corrections || ${JSON.stringify([{ time: clock(), text }])}::jsonb` })
          .where('id', '=', id)
          .execute();
      });
    },

    /** The number of stored codes. */
    async codesOf(id: string): Promise<number> {
      const { codes } = await db
        .selectFrom('campaign_code')
        .select((row) => row.fn.countAll<number>().as('codes'))
        .where('campaign', '=', id)
        .executeTakeFirstOrThrow();
      return codes;
    },

    /** Ends a campaign now and permanently. A campaign that is over stays unchanged. */
    async stop(id: string): Promise<void> {
      await db
        .updateTable('campaign')
        // A campaign that has not begun keeps its dates.
        .set((row) => ({
          state: 'stopped' as const,
          ends_at: row.case().when('begins_at', '<', clock()).then(clock()).else(row.ref('ends_at')).end(),
        }))
        .where('id', '=', id)
        .where('state', '=', 'published')
        .where('ends_at', '>', clock())
        .execute();
    },

    /** Deletes a draft; published campaigns cannot be deleted, because people have seen them. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('campaign').where('id', '=', id).where('state', '=', 'draft').execute();
    },
  };
}
