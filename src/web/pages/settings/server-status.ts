import type { Static } from 'elysia';
import type { ServerStatusAnswer } from '../../../features/operator/schema.ts';

export type ServerStatus = Static<typeof ServerStatusAnswer>;
