// Groups of claims that may belong to one person, for operators, by what their accounts have in common.
import type { CampaignCluster, CampaignCluster_Kind, Input } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Db } from '../db/store.ts';

interface Row {
  kind: CampaignCluster_Kind;
  label: string;
  count: number;
  people: { identifier: string; avatar: string; lastName: string }[];
}

/** Sorted by size; claims rejected for the same wallet or phone come first. */
export async function clustersOf(db: Db, id: string, limits: Limits): Promise<Input<CampaignCluster>[]> {
  const { rows } = await sql<Row>`
    with member as (
      select r.kind, r.other as label, r.identifier from campaign_refusal r where r.campaign = ${id}
      union select r.kind, r.other, r.other from campaign_refusal r where r.campaign = ${id}
      union all select 'network', c.network, c.identifier from campaign_claim c where c.campaign = ${id} and c.network <> ''
      union all select 'inviter', i.inviter, c.identifier from campaign_claim c join invited i on i.identifier = c.identifier where c.campaign = ${id}
    ), cluster as (
      select kind, label, count(*)::int as count, (array_agg(identifier order by identifier))[1:${sql.lit(limits.campaignClusterPeople)}] as some
      from member group by kind, label
      having kind in ('wallet', 'phone') or count(*) >= ${limits.campaignClusterFrom}
      order by kind in ('wallet', 'phone') desc, count(*) desc, kind, label limit ${limits.campaignClustersShown}
    )
    select k.kind, k.count, case when k.kind = 'network' then k.label else coalesce(l.last_name, '') end as "label",
      (
        select json_agg(json_build_object('identifier', p.identifier, 'avatar', p.avatar, 'lastName', p.last_name) order by p.identifier)
        from person p where p.identifier = any(k.some)
      ) as "people"
    from cluster k left join person l on l.identifier = k.label
    order by k.kind in ('wallet', 'phone') desc, k.count desc, k.kind, k.label`.execute(db);
  return rows.map(({ people, ...row }) => ({ ...row, people: people ?? [] }));
}
