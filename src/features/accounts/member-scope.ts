/** The sites and sections of a member, as they are stored. */
import type { MemberScope } from '../../core/access.ts';
import { VIEW_SECTIONS } from '../../core/view.ts';

/** How a scope is stored: JSON, null for all. */
export interface StoredScope {
  readonly siteIds: string | null;
  readonly sections: string | null;
}

export function parseScope({ siteIds, sections }: StoredScope): MemberScope | null {
  if (siteIds === null) return null;
  const names: ReadonlySet<string> | null = sections === null ? null : new Set<string>(JSON.parse(sections));
  return {
    siteIds: JSON.parse(siteIds),
    sections: names && VIEW_SECTIONS.filter(section => names.has(section)),
  };
}

export const formatScope = (scope: MemberScope | null): StoredScope => ({
  siteIds: scope && JSON.stringify(scope.siteIds),
  sections: scope?.sections ? JSON.stringify(scope.sections) : null,
});
