// The form to create or edit a space.
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Banner } from '@amber/ui/Banner';
import { Button } from '@amber/ui/Button';
import { Chips } from '@amber/ui/Chips';
import { TextArea } from '@amber/ui/TextArea';
import { TextField } from '@amber/ui/TextField';
import { textFieldProps } from '@amber/ui/textFieldProps';
import type { SpaceClassification } from '@amber/proto';
import { type FormEvent, useState } from 'react';
import { PicturePicker } from './PicturePicker.tsx';
import { checkSpace, type FieldProblems, type JoinPolicy, type SpaceFields, type SpaceProfile } from './spaceFields.ts';
import { words as strings } from '../words/gen/channels.ts';
import styles from './SpaceForm.module.css';

const words = strings.form;

const joinPolicies: readonly JoinPolicy[] = ['everybody', 'approval', 'invitation'];

export interface Choices {
  avatars: readonly string[];
  banners: readonly string[];
  classifications: readonly SpaceClassification[];
}

interface SpaceFormProps {
  /** Determines the colour if there is no picture. */
  identifier: string;
  fields: SpaceFields;
  choices: Choices;
  submit: string;
  busy: boolean;
  onChange(fields: SpaceFields): void;
  onSubmit(look: SpaceProfile): void;
}

/** Shows each problem next to its field. */
export function SpaceForm({ identifier, fields, choices, submit, busy, onChange, onSubmit }: SpaceFormProps) {
  const [problems, setProblems] = useState<FieldProblems>({});
  const set = (change: Partial<SpaceFields>) => {
    onChange({ ...fields, ...change });
    setProblems({});
  };
  const text = textFieldProps({ fields, problems, onChange: set });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkSpace(fields);
    if ('problems' in checked) setProblems(checked.problems);
    else onSubmit(checked.look);
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextField label={words.name} {...text('spaceName')} maxLength={limits.spaceNameMax} />
      <TextArea label={words.intro} hint={words.introHint} {...text('intro')} maxLength={limits.spaceIntroMax} />
      <PicturePicker
        label={words.avatar}
        pictures={choices.avatars}
        value={fields.avatar}
        noneLabel={words.initials}
        pictureLabel={(number) => words.picture({ number })}
        uploadLabel={words.uploadPicture}
        none={<Avatar identifier={identifier} name={fields.spaceName || words.name} size={40} />}
        onChange={(avatar) => set({ avatar })}
      />
      <PicturePicker
        label={words.banner}
        pictures={choices.banners}
        value={fields.banner}
        noneLabel={words.noBanner}
        pictureLabel={(number) => words.bannerNumber({ number })}
        uploadLabel={words.uploadBanner}
        wide
        none={<Banner identifier={identifier} src="" />}
        onChange={(banner) => set({ banner })}
      />
      <Chips
        showLabel
        label={words.classification}
        value={fields.spaceClassification}
        onChange={(spaceClassification) => set({ spaceClassification })}
        choices={[
          { value: '', label: words.noClassification },
          ...choices.classifications.map(({ spaceClassification, name }) => ({
            value: spaceClassification,
            label: name,
          })),
        ]}
      />
      <TextArea label={words.links} hint={words.linksHint} {...text('links')} spellCheck={false} />
      <div className={styles.joining}>
        <Chips
          showLabel
          label={words.joining}
          value={fields.joining}
          onChange={(joining) => set({ joining })}
          choices={joinPolicies.map((value) => ({ value, label: words.joiningChoices[value] }))}
        />
        <p className={styles.hint}>{words.joiningHints[fields.joining]}</p>
      </div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
