// A button that opens the dialog to choose, crop and upload a picture.
import { api } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { PictureDialog } from '@amber/ui/PictureDialog';
import { type ComponentProps, useState } from 'react';

interface PictureUploadProps extends Pick<ComponentProps<typeof PictureDialog>, 'title' | 'shape' | 'onPicture'> {
  /** Stores the picture and resolves to its path. */
  upload?(picture: Uint8Array): Promise<{ path: string }>;
  /** The content of the button. */
  children: ComponentProps<typeof Button>['children'];
}

const uploadPublic = (picture: Uint8Array) => api.file.uploadPicture({ picture });

export function PictureUpload({ upload = uploadPublic, children, ...dialog }: PictureUploadProps) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsPicking(true)}>{children}</Button>
      <PictureDialog
        {...dialog}
        open={isPicking}
        upload={async (picture) => (await upload(picture)).path}
        describeError={getErrorMessage}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
}
