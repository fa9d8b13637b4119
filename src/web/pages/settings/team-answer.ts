/** Types of the API's team. */
import type { Static } from 'elysia';
import type { Team as TeamSchema } from '../../../features/team/schema.ts';

export type Team = Static<typeof TeamSchema>;

export type Member = Team['members'][number];

export type Role = Member['role'];
