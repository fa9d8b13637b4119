/** What the pages of status pages read of the API. */
import type { Static } from '@sinclair/typebox';
import type { Incident as IncidentModel } from '../../../features/status-pages/incidents/schema.ts';
import type { StatusPage as StatusPageModel } from '../../../features/status-pages/schema.ts';
import type { StatusView } from '../../../features/status-pages/view/schema.ts';

export type StatusPage = Static<typeof StatusPageModel>;
export type Incident = Static<typeof IncidentModel>;
export type Downtime = StatusView['downtimes'][number];

export const PAGES_PATH = '/status_pages';
export const pathOf = ({ id }: Pick<StatusPage, 'id'>): string => `${PAGES_PATH}/${id}`;

/** A site whose monitors a page may show. */
export interface PageSite {
  readonly id: number;
  readonly label: string;
}

/** Whose page it is. */
export type Target = { readonly site_id: number } | { readonly group_id: number };
