// The services of public pictures: decoding, scaling, storing.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { FileServices } from '../files/fileServices.ts';
import { createDecoder } from './decoder.ts';
import { createPictures } from './pictures.ts';

export function createPictureServices(
  { db, clock, limits, log, onClose, onSweep }: GatewayBase,
  { uploads, fileStore }: Pick<FileServices, 'uploads' | 'fileStore'>,
) {
  const decoder = createDecoder({ limits, log });
  onClose(decoder.close);
  const pictures = createPictures({ db, clock, limits, uploads, decoder, fileStore });
  onSweep(pictures.dropUnused);
  return { pictures };
}
