/** Types of the API's content monitoring. */
import type { Static } from 'elysia';
import type { ContentAnswer } from '../../../features/content/schema.ts';

export type Content = Static<typeof ContentAnswer>;

export type Issue = Content['ignored_issues'][number];
