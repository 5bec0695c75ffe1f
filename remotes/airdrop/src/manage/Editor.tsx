// The campaign editor: its fields on one side, and a preview on the other.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/engine';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { Campaign } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { Page } from '@amber/ui/Page';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { CampaignView } from '../CampaignView.tsx';
import { airdropPaths } from '../airdropPaths.ts';
import { Tasks } from '../Tasks.tsx';
import { words as all } from '../words/gen/manage.ts';
import { CampaignForm } from './CampaignForm.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import {
  campaignOf,
  codesOf,
  emptyFields,
  type CampaignFields,
  fieldsOf,
  type FieldProblems,
  problemsOf,
} from './fields.ts';
import { NotOperator } from './NotOperator.tsx';
import { type Targets, targetName, useTargets } from './targets.ts';
import styles from './Editor.module.css';

const words = all.form;

interface Loaded {
  /** Null for a new campaign. */
  campaign: Campaign | null;
  fields: CampaignFields;
  /** The number of codes that the gateway has stored. */
  codes: number;
}

async function load(id: string, from: string): Promise<Loaded> {
  const sourceId = id === 'new' ? from : id;
  if (sourceId === '') {
    // This call checks the permission, so that people who are not operators learn it before they write.
    await api.airdrop.manage({});
    return { campaign: null, fields: emptyFields(Date.now()), codes: 0 };
  }
  const { campaign: found, codes } = await api.airdrop.info({ id: sourceId });
  const campaign = found!;
  if (id !== 'new') return { campaign, fields: fieldsOf(campaign), codes };
  await api.airdrop.manage({});
  const { begins, ends } = emptyFields(Date.now());
  return {
    campaign: null,
    fields: { ...fieldsOf(campaign), title: words.copyOf({ title: campaign.title }), begins, ends },
    codes: 0,
  };
}

/** The page at /airdrop/manage/:id; 'new' creates a campaign, and `?from=` names the one to copy. */
export function Editor() {
  const { id = 'new' } = useParams();
  const from = useSearchParams()[0].get('from') ?? '';
  return <CampaignEditor key={`${id} ${from}`} id={id} from={from} />;
}

function CampaignEditor({ id, from }: { id: string; from: string }) {
  const [request, refetch] = useQuery(() => load(id, from), [id, from]);
  return (
    <Page
      title={id === 'new' ? words.new : words.edit}
      width="cards"
      before={<BackLink to={airdropPaths.manage()} label={all.back} />}
    >
      <QueryStatus request={request} refetch={refetch} refused={<NotOperator />} rows={8} variant="lines" />
      {request.status === 'ready' && <Form {...request.answer} />}
    </Page>
  );
}

/** Random, so that a draft's address reveals nothing. */
const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

function Form({ campaign, fields: first, codes: stored }: Loaded) {
  const navigate = useNavigate();
  const [id] = useState(campaign?.id ?? newId);
  const [fields, setFields] = useState(first);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [busy, act] = useAction();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first invalid field may be far above the button.
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);
  const isDraft = !campaign || campaign.state === 'draft';
  const isBegun = campaign !== null && (campaign.state === 'stopped' || (!isDraft && campaign.status !== 'upcoming'));
  const isFixed = isBegun && (campaign.state === 'stopped' || campaign.prize !== 'none');
  const [corrections, setCorrections] = useState(campaign?.corrections ?? []);
  const set = (change: Partial<CampaignFields>) => {
    setFields({ ...fields, ...change });
    setProblems({});
  };
  const save = async (state: Campaign['state']) => {
    const found = isFixed ? {} : problemsOf(fields, { stored, isDraft: state === 'draft' });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const codes = fields.prize === 'code' ? codesOf(fields.codes) : [];
    const input = {
      ...campaignOf(id, fields, state),
      ...(isFixed && { begins: campaign.begins, ends: campaign.ends, prizes: campaign.prizes }),
    };
    if (!(await act(() => api.airdrop.save({ campaign: input, codes })))) return;
    showToast('success', words.saved);
    void navigate(airdropPaths.manage());
  };
  const targets = useTargets();
  const edited = campaignOf(id, fields, isDraft ? 'draft' : 'published') as Campaign;
  const previewed: Campaign = preview({ ...edited, corrections }, fields, targets);
  return (
    <>
      {isBegun && <p className={styles.fixed}>{words.fixed}</p>}
      <div className={styles.editor}>
        <div ref={form} className={styles.form}>
          <CampaignForm
            fields={fields}
            problems={problems}
            stored={stored}
            isBegun={isBegun}
            isFixed={isFixed}
            onChange={set}
          />
          <div className={styles.actions}>
            {isDraft ? (
              <>
                <Button variant="primary" busy={busy} onClick={() => void save('published')}>
                  {previewed.status === 'upcoming' ? words.schedule : words.publish}
                </Button>
                <Button busy={busy} onClick={() => void save('draft')}>
                  {words.saveDraft}
                </Button>
              </>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                onClick={() => void save(campaign.state === 'stopped' ? 'stopped' : 'published')}
              >
                {words.save}
              </Button>
            )}
          </div>
          {isBegun && <CorrectionForm id={id} count={corrections.length} onCorrected={setCorrections} />}
        </div>
        <section className={styles.preview} aria-label={words.preview}>
          <h2 className={styles.title}>{words.preview}</h2>
          <p className={styles.name} dir="auto">
            {previewed.title}
          </p>
          <div className={styles.frame}>
            <CampaignView
              campaign={previewed}
              participation={previewed.tasks.length > 0 && <Tasks campaign={previewed} canDo={false} />}
            />
          </div>
        </section>
      </div>
    </>
  );
}

/** Returns the campaign as it will be when it starts. */
function preview(campaign: Campaign, { tasks }: CampaignFields, targets: Targets): Campaign {
  const now = Date.now();
  return {
    ...campaign,
    participants: 0,
    given: 0,
    claims: 0,
    seed: '',
    seedHash: '',
    drawnAt: 0,
    status: now < campaign.begins ? 'upcoming' : now < campaign.ends ? 'live' : 'ended',
    tasks: campaign.tasks.map((task, index) => ({
      ...task,
      name: targetName(targets, task.kind, task.target) || tasks[index]!.name,
      spaceId: '',
      done: 0,
    })),
  };
}
