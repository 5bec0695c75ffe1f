// The form of a bot: kind, name, picture, character, opening words, knowledge, voice, model, and who may talk with it.
import type { AiBotInfo, AiVoice, Input } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Chips } from '@amber/ui/Chips';
import { TextArea } from '@amber/ui/TextArea';
import { TextField } from '@amber/ui/TextField';
import { textFieldProps } from '@amber/ui/textFieldProps';
import { type FormEvent, useState } from 'react';
import { BackgroundChoice } from './BackgroundChoice.tsx';
import { CharacterChoice } from './CharacterChoice.tsx';
import { choicesOf } from './choicesOf.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { VoiceChoice } from './voice/VoiceChoice.tsx';
import { WritesFirst } from './WritesFirst.tsx';
import { words as strings } from './words/gen/ai.ts';
import styles from './BotForm.module.css';

/** The choices that the gateway offers. */
export interface FormOptions {
  characters: readonly string[];
  models: readonly string[];
  provider: string;
  avatars: readonly string[];
  backgrounds: readonly string[];
  /** The default first; null if they could not be loaded. */
  voices: readonly AiVoice[] | null;
}

export type BotFields = Required<
  Pick<
    AiBotInfo,
    | 'type'
    | 'name'
    | 'nameEn'
    | 'avatar'
    | 'image'
    | 'AiCharacters'
    | 'opening'
    | 'audience'
    | 'humans'
    | 'writesFirst'
    | 'model'
    | 'about'
    | 'voice'
  >
> &
  Input<AiBotInfo>;

export const emptyBot = (avatars: readonly string[]): BotFields => ({
  type: 'mate',
  name: '',
  nameEn: '',
  avatar: avatars[0] ?? '',
  image: '',
  AiCharacters: [],
  opening: '',
  audience: 'owner',
  humans: 'none',
  writesFirst: 'never',
  quietFrom: 22 * 60,
  quietTo: 8 * 60,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  model: '',
  about: '',
  voice: '',
});

interface BotFormProps {
  isNew: boolean;
  fields: BotFields;
  options: FormOptions;
  submit: string;
  busy: boolean;
  onChange(fields: BotFields): void;
  onSubmit(): void;
  /** Called when the form is valid and the bot is to be tried. */
  onTry(): void;
}

const kinds = ['mate', 'clone'] as const;
const audiences = ['owner', 'contacts', 'everyone'] as const;
const humans = ['none', 'owner', 'contacts'] as const;

export function BotForm({ isNew, fields, options, submit, busy, onChange, onSubmit, onTry }: BotFormProps) {
  const words = strings.form;
  const [nameProblem, setNameProblem] = useState<string>();
  const set = (change: Partial<BotFields>) => {
    onChange({ ...fields, ...change });
    setNameProblem(undefined);
  };
  const text = textFieldProps({ fields, problems: { name: nameProblem }, onChange: set });
  const requireName = (go: () => void) => {
    if (fields.name.trim() === '') setNameProblem(words.nameRequired);
    else go();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    requireName(onSubmit);
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {isNew && (
        <ChoiceList
          title={words.kind}
          value={fields.type === 'clone' ? 'clone' : 'mate'}
          choices={choicesOf(kinds, strings.kinds, strings.about)}
          onChange={(type) => set({ type })}
        />
      )}
      <TextField label={words.name} {...text('name')} maxLength={limits.nameMax} />
      <TextField label={words.nameEn} hint={words.nameEnHint} {...text('nameEn')} maxLength={limits.nameMax} />
      <PictureChoice
        label={words.avatar}
        pictures={options.avatars}
        value={fields.avatar}
        pictureLabel={(number) => words.avatarNumber({ number })}
        onChange={(avatar) => set({ avatar })}
      />
      <CharacterChoice
        options={options.characters}
        value={fields.AiCharacters}
        onChange={(AiCharacters) => set({ AiCharacters })}
      />
      <TextArea label={words.opening} hint={words.openingHint} {...text('opening')} maxLength={limits.openingMax} />
      <TextArea
        label={fields.type === 'clone' ? words.released : words.about}
        hint={fields.type === 'clone' ? words.releasedHint : words.aboutHint}
        rows={6}
        {...text('about')}
        maxLength={limits.aboutBotMax}
      />
      <VoiceChoice voices={options.voices} value={fields.voice} onChange={(voice) => set({ voice })} />
      {/* The background of an existing bot is changed beside its chat, where it can be seen. */}
      {isNew && (
        <BackgroundChoice pictures={options.backgrounds} value={fields.image} onChange={(image) => set({ image })} />
      )}
      {options.models.length > 1 && (
        <Chips
          showLabel
          label={words.model}
          value={fields.model || options.models[0]!}
          choices={options.models.map((value) => ({ value, label: value }))}
          onChange={(model) => set({ model })}
        />
      )}
      {fields.type !== 'assistant' && (
        <ChoiceList
          title={words.audience}
          value={fields.audience}
          choices={choicesOf(audiences, words.audiences, words.audienceHints)}
          onChange={(audience) => set({ audience })}
        />
      )}
      {fields.type !== 'assistant' && fields.audience !== 'owner' && (
        <ChoiceList
          title={words.humans}
          value={fields.humans}
          choices={choicesOf(humans, words.humansChoices, words.humansHints)}
          onChange={(chosen) => set({ humans: chosen })}
        />
      )}
      {fields.type === 'mate' && <WritesFirst fields={fields} onChange={set} />}
      <p className={styles.hint}>{strings.computedBy({ provider: options.provider })}</p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
        <Button onClick={() => requireName(onTry)}>{strings.preview.tryIt}</Button>
      </div>
    </form>
  );
}
