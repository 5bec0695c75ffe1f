// Campaigns: their prizes, tasks and winners.
import * as v from 'valibot';
import { wireTasks } from '../campaigns/tasks.ts';
import { createLiveNumbers } from '../campaigns/liveNumbers.ts';
import { clustersOf } from '../campaigns/clusters.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { checksummed } from '../people/signIn/ethereum.ts';
import { cursorNumber, cursorText, decodeCursor, pageOf } from '../db/pageCursor.ts';

/** The cursor holds the time at which the campaign ended or began, and its id. */
const campaignCursor = v.strictTuple([cursorNumber, cursorText]);
const winnerCursor = v.strictTuple([cursorNumber]);
const ticketCursor = v.strictTuple([cursorText]);

export const airdropCalls = ({
  db,
  store: { visitorDb },
  limits,
  clock,
  quotas,
  operators,
  campaigns,
  claims,
  draws,
  taskMessages,
  editing,
}: HandlerPorts): CallsOf<'airdrop'> => {
  /** Queries of visitors use a separate connection pool. */
  const dbFor = (me: string) => (me === '' ? visitorDb : db);
  const liveNumbers = createLiveNumbers({ visitorDb, clock, limits, campaigns, draws });
  const findCampaign = (id: string) => campaigns.find(db, id, { drafts: true });

  /** The operator's view of a campaign after a change. */
  async function operatorView(id: string) {
    const row = await findCampaign(id);
    return { ...campaigns.wire(row), tasks: await wireTasks(db, await campaigns.tasksOf(db, row), '', true) };
  }

  return {
    async 'airdrop.list'({ after }) {
      const from = visitorDb;
      const place = decodeCursor(after, campaignCursor);
      const now = clock();
      const published = from.selectFrom('campaign').selectAll().where('state', '<>', 'draft');
      const open = place
        ? []
        : await published
            .where('ends_at', '>', now)
            .orderBy((row) => row('begins_at', '<=', now), 'desc')
            .orderBy('begins_at', 'desc')
            .orderBy('id')
            .limit(limits.campaignsOpenMax)
            .execute();
      let endedQuery = published
        .where('ends_at', '<=', place ? Math.min(place[0], now) : now)
        .orderBy('ends_at', 'desc')
        .orderBy('id');
      if (place)
        endedQuery = endedQuery.where((where) =>
          where.or([where('ends_at', '<', place[0]), where('id', '>', place[1])]),
        );
      // The query reads one row more than the page shows, to learn whether there is a next page.
      const ended = pageOf(await endedQuery.limit(limits.campaignsPage + 1).execute(), limits.campaignsPage, (row) => [
        row.ends_at,
        row.id,
      ]);
      return { list: [...open, ...ended.list].map(campaigns.wireListed), next: ended.next };
    },

    async 'airdrop.info'({ id }, { identifier: me }) {
      const from = dbFor(me);
      const row = await draws.drawn(await campaigns.find(from, id, { drafts: operators.has(me) }));
      const tasks = await campaigns.tasksOf(from, row);
      if (me !== '' && campaigns.wire(row).status === 'live') await taskMessages.catchUp(tasks);
      return {
        campaign: { ...campaigns.wire(row), tasks: await wireTasks(from, tasks, me, operators.has(me)) },
        mine: me === '' ? null : await claims.partOf(from, id, me),
        codes: operators.has(me) ? await editing.codesOf(id) : 0,
      };
    },

    async 'airdrop.live'({ ids }) {
      return { list: await liveNumbers(ids) };
    },

    async 'airdrop.join'({ id }, { identifier }, { address }) {
      await quotas.enforce([{ key: `campaignJoin/${identifier}`, limit: limits.campaignJoinsPerHour }]);
      return { mine: await claims.join(id, { identifier, address }) };
    },

    async 'airdrop.claim'({ id, ticket }, { identifier }, { address }) {
      await quotas.enforce([{ key: `campaignClaim/${identifier}`, limit: limits.campaignClaimsPerHour }]);
      return { mine: await claims.claim(id, ticket, { identifier, address }) };
    },

    async 'airdrop.winners'({ id, after }) {
      await campaigns.find(visitorDb, id);
      const [place] = decodeCursor(after, winnerCursor) ?? [0];
      const rows = await draws.winners(visitorDb, id, place);
      return pageOf(rows, limits.campaignWinnersPage, (row) => [row.place!]);
    },

    async 'airdrop.draw'({ id, after }) {
      const row = await campaigns.find(visitorDb, id);
      // Until the draw, the number of tickets is sufficient.
      if (row.drawn_at === null) return { list: [], next: '' };
      const [ticket] = decodeCursor(after, ticketCursor) ?? [''];
      const rows = await draws.tickets(visitorDb, id, ticket);
      return pageOf(rows, limits.campaignTicketsPage, (found) => [found.ticket!]);
    },

    async 'airdrop.save'({ campaign, codes }, { identifier }) {
      await editing.save(identifier, campaign, codes);
      return { campaign: await operatorView(campaign!.id) };
    },

    async 'airdrop.correct'({ id, text }) {
      await findCampaign(id);
      await editing.correct(id, text);
      return { campaign: await operatorView(id) };
    },

    async 'airdrop.stop'({ id }) {
      await findCampaign(id);
      await editing.stop(id);
      return { campaign: await operatorView(id) };
    },

    'airdrop.remove': ({ id }) => editing.remove(id),

    async 'airdrop.manage'({ after }) {
      const place = decodeCursor(after, campaignCursor);
      let query = db
        .selectFrom('campaign')
        .selectAll()
        .select((row) =>
          row
            .selectFrom('campaign_code')
            .select((of) => of.fn.countAll<number>().as('codes'))
            .whereRef('campaign', '=', 'campaign.id')
            .as('codes'),
        )
        .orderBy('begins_at', 'desc')
        .orderBy('id');
      if (place)
        query = query
          .where('begins_at', '<=', place[0])
          .where((where) => where.or([where('begins_at', '<', place[0]), where('id', '>', place[1])]));
      const rows = await query.limit(limits.campaignsPage + 1).execute();
      const { list, next } = pageOf(rows, limits.campaignsPage, (row) => [row.begins_at, row.id]);
      return {
        list: list.map(({ codes, ...row }) => ({ campaign: campaigns.wireListed(row), codes: codes ?? 0 })),
        next,
      };
    },

    async 'airdrop.prizes'({ id, after }) {
      const [place] = decodeCursor(after, winnerCursor) ?? [0];
      const rows = await db
        .selectFrom('campaign_claim as c')
        .innerJoin('person as p', 'p.identifier', 'c.identifier')
        .leftJoin('campaign_code as k', (on) =>
          on.onRef('k.campaign', '=', 'c.campaign').onRef('k.place', '=', 'c.place'),
        )
        .select(['c.place', 'c.claimed_at', 'c.wallet', 'c.ticket', 'k.code'])
        .select(['p.identifier', 'p.avatar', 'p.last_name as lastName'])
        .where('c.campaign', '=', id)
        .where('c.place', '>', place)
        .orderBy('c.place')
        .limit(limits.campaignPrizesPage + 1)
        .execute();
      const prizes = rows.map(({ place: at, claimed_at: time, wallet, ticket, code, ...user }) => ({
        place: at!,
        time,
        user,
        code: code ?? '',
        ticket: ticket ?? '',
        wallet: wallet ? checksummed(wallet) : '',
      }));
      return pageOf(prizes, limits.campaignPrizesPage, (row) => [row.place]);
    },

    async 'airdrop.clusters'({ id }) {
      return { list: await clustersOf(db, id, limits) };
    },
  };
};
