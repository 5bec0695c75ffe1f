// The form for name and avatar, used by the setup and the settings.
import { api, engine } from '@amber/client/hostEngine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useQuery } from '@amber/client/useQuery';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { lengthBetween, required } from '@amber/ui/form';
import { showFieldError } from '@amber/ui/showFieldError';
import { PhotoIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { ShuffleIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { TextField } from '@amber/ui/TextField';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { AvatarPicker } from './AvatarPicker.tsx';
import { words } from '../words/gen/profileForm.ts';
import styles from './ProfileForm.module.css';

interface ProfileFormProps {
  /** Decides the colour behind the initials while no avatar is chosen. */
  identifier: string;
  initial: Profile;
  submit: string;
  /** Whether the name has the focus at once. */
  focusesName?: boolean;
  /** Called with a fault that belongs to no field. */
  onFault(message: string): void;
  onSaved?(): void;
}

interface Profile {
  avatar: string;
  lastName: string;
}

const profileForm = () =>
  v.object({
    lastName: lengthBetween(words.name, 1, limits.nameMax),
    avatar: required(words.avatar),
  });
const anyOf = (list: readonly string[]): string => list[Math.floor(Math.random() * list.length)] ?? '';

/** The form with 'Name', 'Random name' and 'Avatar'; an avatar is preselected. */
export function ProfileForm({ identifier, initial, submit, focusesName = false, onFault, onSaved }: ProfileFormProps) {
  const [resolver] = useState(() => valibotResolver<Profile, unknown, Profile>(profileForm()));
  const { register, handleSubmit, setValue, setError, control, formState } = useForm<Profile, unknown, Profile>({
    resolver,
    defaultValues: initial,
  });
  const [avatars, refetch] = useQuery(() => api.user.preparedAvatar({}), []);
  const [naming, setNaming] = useState(false);
  const [isPicking, setIsPicking] = useState(false);
  const avatar = useWatch({ control, name: 'avatar' });
  const lastName = useWatch({ control, name: 'lastName' });

  useEffect(() => {
    if (avatars.status === 'ready' && !avatar) setValue('avatar', anyOf(avatars.answer.list));
  }, [avatars, avatar, setValue]);

  const choose = (next: string) => setValue('avatar', next, { shouldDirty: true });
  const show = (thrown: unknown) =>
    showFieldError(
      { field: Fault.of(thrown).field, message: getErrorMessage(thrown) },
      ['lastName'],
      (field, message) => setError(field, { message }),
      onFault,
    );

  const randomName = async () => {
    setNaming(true);
    try {
      const { name } = await api.user.randomName({});
      setValue('lastName', name, { shouldValidate: true, shouldDirty: true });
    } catch (thrown) {
      show(thrown);
    } finally {
      setNaming(false);
    }
  };

  // An avatar is preselected once they are loaded; submitting earlier would do nothing.
  const isChoosing = !avatar && avatars.status !== 'error';
  const save = handleSubmit((profile) => engine.saveProfile(profile).then(onSaved, show));

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.preview}>
        <Avatar identifier={identifier} name={lastName} src={avatar} size={72} />
        <TextField
          {...register('lastName')}
          className={styles.name}
          label={words.name}
          error={formState.errors.lastName?.message}
          autoComplete="nickname"
          autoFocus={focusesName}
          suffix={
            <IconButton
              label={words.randomName}
              Icon={ShuffleIcon}
              disabled={naming}
              onClick={() => void randomName()}
            />
          }
        />
      </div>
      {avatars.status === 'loading' && <div className={styles.loading} />}
      {avatars.status === 'error' && (
        <ErrorNotice message={getErrorMessage(avatars.fault)} code={avatars.fault.code} onRetry={refetch} />
      )}
      {avatars.status === 'ready' && (
        <div className={styles.pictures}>
          <AvatarPicker avatars={avatars.answer.list} value={avatar} onChange={choose} />
          <Button onClick={() => setIsPicking(true)}>
            <PhotoIcon />
            {words.uploadPicture}
          </Button>
        </div>
      )}
      <Button type="submit" variant="primary" fullWidth busy={formState.isSubmitting || isChoosing}>
        {submit}
      </Button>
      <PictureDialog
        open={isPicking}
        title={words.pictureTitle}
        shape="round"
        upload={async (picture) => (await api.file.uploadPicture({ picture })).path}
        describeError={getErrorMessage}
        onPicture={choose}
        onClose={() => setIsPicking(false)}
      />
    </form>
  );
}
