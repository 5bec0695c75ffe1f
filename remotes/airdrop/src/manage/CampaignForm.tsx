// The form fields of a campaign.
import { PictureUpload } from '@amber/conversation-screen/PictureUpload';
import { limits } from '@amber/proto/limits';
import { Banner } from '@amber/ui/Banner';
import { Button } from '@amber/ui/Button';
import { Chips } from '@amber/ui/Chips';
import { TextArea } from '@amber/ui/TextArea';
import { TextField } from '@amber/ui/TextField';
import { textFieldProps } from '@amber/ui/textFieldProps';
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
  /** Whether the campaign has begun, so that its rules and reward are fixed. */
  isBegun: boolean;
  /** Whether its terms are fixed, too. */
  isFixed: boolean;
  onChange(change: Partial<CampaignFields>): void;
}

/** The texts come first; what is fixed is hidden. */
export function CampaignForm({ isBegun, isFixed, ...terms }: CampaignFormProps) {
  const { fields, onChange } = terms;
  const text = textFieldProps(terms);
  return (
    <>
      <TextField label={words.title} {...text('title')} maxLength={limits.campaignNameMax} />
      {!isBegun && (
        <>
          <TextField
            label={words.reward}
            hint={words.rewardHint}
            {...text('reward')}
            maxLength={limits.campaignNameMax}
          />
          <TextArea label={words.rules} {...text('rules')} rows={5} maxLength={limits.campaignRulesMax} />
        </>
      )}
      <Picture banner={fields.banner} onChange={(banner) => onChange({ banner })} />
      {!isFixed && <Terms {...terms} />}
    </>
  );
}

function Picture({ banner, onChange }: { banner: string; onChange(banner: string): void }) {
  return (
    <div className={styles.picture}>
      <span className={styles.label}>{words.picture}</span>
      {banner && <Banner src={banner} identifier="" />}
      <div className={styles.buttons}>
        <PictureUpload title={words.picture} shape="wide" onPicture={onChange}>
          {words.choosePicture}
        </PictureUpload>
        {banner && (
          <Button variant="quiet" onClick={() => onChange('')}>
            {words.removePicture}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The terms, which cannot change once the campaign has begun. */
function Terms(terms: Omit<CampaignFormProps, 'isBegun' | 'isFixed'>) {
  const { fields, problems, stored, onChange } = terms;
  const { prize } = fields;
  const text = textFieldProps(terms);
  return (
    <>
      <div className={styles.pair}>
        <TextField label={words.begins} hint={words.zone} type="datetime-local" {...text('begins')} />
        <TextField label={words.ends} type="datetime-local" {...text('ends')} />
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
          <TextField className={styles.number} label={words.prizes} inputMode="numeric" {...text('prizes')} />
        </>
      )}
      {prize === 'code' && (
        <TextArea
          label={words.codes}
          hint={stored > 0 ? words.codesStored({ count: stored }) : words.codesHint}
          {...text('codes')}
          spellCheck={false}
        />
      )}
      <TaskList tasks={fields.tasks} problems={problems.tasks ?? {}} onChange={(tasks) => onChange({ tasks })} />
    </>
  );
}
