// The transfer state of a file that is not downloaded or not uploaded yet.
import type { MessageRow } from '@amber/client/rows';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { deliveryOf } from '@amber/client/messageState';
import { Fault } from '@amber/proto/faults';
import type { FileState } from '../../kit/fileSource.ts';

export interface TransferUnderWay {
  is: 'under way';
  doing: 'upload' | 'download';
  percent: number;
}

export type Transfer =
  /** The file is on this device and, if it is the user's own, uploaded. */
  | { is: 'done' }
  /** The local database has not been queried yet. */
  | { is: 'unknown' }
  | TransferUnderWay
  | { is: 'failed'; sentence: string }
  /** The file can be downloaded. */
  | { is: 'away' };

/** Returns the transfer state of a message's file. */
export function transferOf(message: MessageRow, { known, blob, doing, percent, fault }: FileState): Transfer {
  // An upload that waits for the network is at 0 percent.
  if (deliveryOf(message) === 'uploading')
    return { is: 'under way', doing: 'upload', percent: doing === 'upload' ? percent : 0 };
  if (blob) return { is: 'done' };
  if (!known) return { is: 'unknown' };
  if (doing) return { is: 'under way', doing, percent };
  if (fault && fault !== 'CANCELLED') return { is: 'failed', sentence: getErrorMessage(new Fault(fault)) };
  return { is: 'away' };
}
