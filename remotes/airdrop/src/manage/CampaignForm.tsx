// The form fields of a campaign.
import { api } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { limits } from '@amber/proto/limits';
import { Banner } from '@amber/ui/Banner';
import { Button } from '@amber/ui/Button';
import { Chips } from '@amber/ui/Chips';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { TextArea } from '@amber/ui/TextArea';
import { TextField } from '@amber/ui/TextField';
import { useState } from 'react';
import { words as all } from '../words/gen/manage.ts';
import { words as campaign } from '../words/gen/campaign.ts';
import type { CampaignFields, FieldProblems } from './fields.ts';
import { TaskList } from './TaskList.tsx';
import styles from './CampaignForm.module.css';

const words = all.form;
const prizeKinds = ['code', 'wallet', 'none'] as const;
const ways = ['firstCome', 'draw'] as const;

interface CampaignFormProps {
  fields: CampaignFields;
  problems: FieldProblems;
  /** The number of codes that the gateway has stored. */
  stored: number;
  /** Whether the campaign has begun, so that its terms are fixed. */
  isFixed: boolean;
  onChange(change: Partial<CampaignFields>): void;
}

/** The texts come first; the terms are hidden once they are fixed. */
export function CampaignForm({ fields, problems, stored, isFixed, onChange }: CampaignFormProps) {
  return (
    <>
      <TextField
        label={words.title}
        value={fields.title}
        error={problems.title}
        maxLength={limits.campaignNameMax}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label={words.reward}
        hint={words.rewardHint}
        value={fields.reward}
        error={problems.reward}
        maxLength={limits.campaignNameMax}
        onChange={(event) => onChange({ reward: event.target.value })}
      />
      <TextArea
        label={words.rules}
        value={fields.rules}
        rows={5}
        maxLength={limits.campaignRulesMax}
        onChange={(event) => onChange({ rules: event.target.value })}
      />
      <Picture banner={fields.banner} onChange={(banner) => onChange({ banner })} />
      {!isFixed && <Terms fields={fields} problems={problems} stored={stored} onChange={onChange} />}
    </>
  );
}

function Picture({ banner, onChange }: { banner: string; onChange(banner: string): void }) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <div className={styles.picture}>
      <span className={styles.label}>{words.picture}</span>
      {banner && <Banner src={banner} identifier="" />}
      <div className={styles.buttons}>
        <Button onClick={() => setIsPicking(true)}>{words.choosePicture}</Button>
        {banner && (
          <Button variant="quiet" onClick={() => onChange('')}>
            {words.removePicture}
          </Button>
        )}
      </div>
      <PictureDialog
        open={isPicking}
        title={words.picture}
        shape="wide"
        upload={async (picture) => (await api.file.uploadPicture({ picture })).path}
        describeError={getErrorMessage}
        onPicture={onChange}
        onClose={() => setIsPicking(false)}
      />
    </div>
  );
}

/** The terms, which cannot change once the campaign has begun. */
function Terms({ fields, problems, stored, onChange }: Omit<CampaignFormProps, 'isFixed'>) {
  const { prize } = fields;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={words.begins}
          hint={words.zone}
          type="datetime-local"
          value={fields.begins}
          error={problems.begins}
          onChange={(event) => onChange({ begins: event.target.value })}
        />
        <TextField
          label={words.ends}
          type="datetime-local"
          value={fields.ends}
          error={problems.ends}
          onChange={(event) => onChange({ ends: event.target.value })}
        />
      </div>
      <Chips
        showLabel
        label={words.prize}
        value={prize}
        choices={prizeKinds.map((value) => ({ value, label: words.prizeKinds[value] }))}
        onChange={(next) => onChange({ prize: next })}
      />
      {prize !== 'none' && (
        <>
          <Chips
            showLabel
            label={words.way}
            value={fields.way}
            choices={ways.map((value) => ({ value, label: campaign.ways[value] }))}
            onChange={(way) => onChange({ way })}
          />
          <TextField
            className={styles.number}
            label={words.prizes}
            inputMode="numeric"
            value={fields.prizes}
            error={problems.prizes}
            onChange={(event) => onChange({ prizes: event.target.value })}
          />
        </>
      )}
      {prize === 'code' && (
        <TextArea
          label={words.codes}
          hint={stored > 0 ? words.codesStored({ count: stored }) : words.codesHint}
          value={fields.codes}
          error={problems.codes}
          spellCheck={false}
          onChange={(event) => onChange({ codes: event.target.value })}
        />
      )}
      <TaskList tasks={fields.tasks} problems={problems.tasks ?? {}} onChange={(tasks) => onChange({ tasks })} />
    </>
  );
}
