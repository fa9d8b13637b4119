import type { Static } from '@sinclair/typebox';
import type { spamHitList } from '../../../features/spam/schema.ts';

export type SpamList = Static<ReturnType<typeof spamHitList>>;
export type SpamHit = SpamList['spam_hits'][number];
