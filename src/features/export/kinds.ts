/** What can be exported. */
import type { ImportedKind } from '../../core/hits/columns.ts';
import type { TableColumn } from '../../core/table-file.ts';

/** What the API and the nightly exports export one by one. Source: decisions, section 8. */
export const EXPORT_TYPES = ['hits', 'events', 'agent_visits', 'engagement', 'kudos'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Names of the files of an export, but for what describes the site. */
export const FOLDER_TYPES = [...EXPORT_TYPES, 'imported_days', 'log_sums'] as const;
export type FolderType = (typeof FOLDER_TYPES)[number];

/** Kinds of rows in the store of hits; kudos are apart. */
export const STORED_KINDS: Readonly<Record<Exclude<ExportType, 'kudos'>, ImportedKind>> = {
  hits: 'hit',
  events: 'event',
  agent_visits: 'agent_visit',
  engagement: 'engagement',
};

/** Columns of a file of kudos. */
export const KUDO_COLUMNS = {
  type: 'text',
  created_at: 'instant',
  path: 'text',
  uid: 'text',
} as const satisfies Record<string, TableColumn>;
