/** Commands of `footfall import --follow`: lines of access logs, in batches. */
import type { Services } from '../../compose/services.ts';
import type { FollowState, LogPosition } from '../../core/log-position.ts';

export interface FollowInput {
  readonly siteId: number;
  readonly path: string;
  readonly logFormat: string | null;
  readonly timeZone: string | null;
  readonly withoutHits?: boolean;
}

export interface FollowBatchInput {
  readonly log: FollowInput;
  readonly from: LogPosition | null;
  readonly to: LogPosition;
  /** Whole lines and the beginning of the file, in Base64. */
  readonly lines: string;
  readonly head: string;
}

export const followCommands = ({ follow }: Pick<Services, 'follow'>) => ({
  'follow.open': async (log: FollowInput): Promise<FollowState> => follow.open(log),
  'follow.append': async ({ log, lines, head, ...batch }: FollowBatchInput) =>
    follow.append(log, { ...batch, lines: Buffer.from(lines, 'base64'), head: Buffer.from(head, 'base64') }),
});
