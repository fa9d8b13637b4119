/** Fields for the part of an account that a member may act on: its sites, and for a viewer the sections of them. */
import { useId } from 'react';
import type { ViewSection } from '../../../core/view.ts';
import { useApi } from '../../app/query-client.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { RadioGroup } from '../../forms/radio-group.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/team.tsx';
import { SECTIONS } from '../site-settings/section-labels.ts';
import type { Role } from './team-answer.ts';

/** What a member may act on, as the API has it. */
export interface MemberAccess {
  readonly site_ids: readonly number[] | null;
  readonly sections: readonly ViewSection[] | null;
}

export const WHOLE_ACCOUNT: MemberAccess = { site_ids: null, sections: null };

/** The names of the fields in the answers of the API. */
export const ACCESS_FIELDS = ['site_ids', 'sections'] as const;

const MEMBER_SECTIONS: readonly (readonly [ViewSection, string])[] = [
  ...SECTIONS,
  ['journeys', shared.journeys],
];

const SITE_OPTIONS = [
  ['all', labels.allSites, labels.allSitesHint],
  ['some', labels.someSites],
] as const;
const SECTION_OPTIONS = [
  ['all', labels.everything],
  ['some', labels.someSections],
] as const;

export function AccessFields({
  role,
  access: { site_ids: siteIds, sections },
  errorOf,
  onAccess,
}: {
  readonly role: Role;
  readonly access: MemberAccess;
  readonly errorOf: (field: string) => string | undefined;
  readonly onAccess: (access: MemberAccess) => void;
}) {
  const id = useId();
  const { data } = useApi<{ readonly sites: readonly { readonly id: number; readonly label: string }[] }>(
    '/sites',
    {},
    { isEnabled: siteIds !== null },
  );
  const sites = (data?.sites ?? []).map(site => [String(site.id), site.label] as const);
  return (
    <>
      <RadioGroup
        legend={labels.accessLegend}
        options={SITE_OPTIONS}
        value={siteIds === null ? 'all' : 'some'}
        onValue={choice => onAccess(choice === 'all' ? WHOLE_ACCOUNT : { site_ids: [], sections })}
      />
      {siteIds !== null && (
        <CheckboxGroup
          key={`${id}-sites`}
          legend={labels.sitesLegend}
          words={sites}
          isInColumns
          chosen={siteIds.map(String)}
          error={errorOf('site_ids')}
          onChange={chosen => onAccess({ site_ids: chosen.map(Number), sections })}
        />
      )}
      {siteIds !== null && role === 'viewer' && (
        <>
          <RadioGroup
            legend={labels.sectionsLegend}
            options={SECTION_OPTIONS}
            isInRow
            value={sections === null ? 'all' : 'some'}
            onValue={choice =>
              onAccess({
                site_ids: siteIds,
                sections: choice === 'all' ? null : ['visitors', 'pages', 'referrers'],
              })
            }
          />
          {sections !== null && (
            <CheckboxGroup
              legend={labels.someSections}
              words={MEMBER_SECTIONS}
              isInColumns
              chosen={sections}
              error={errorOf('sections')}
              onChange={chosen => onAccess({ site_ids: siteIds, sections: chosen })}
            />
          )}
        </>
      )}
    </>
  );
}

/** Returns the fields to send: an admin has no sections. */
export const toAccessBody = (role: Role, { site_ids, sections }: MemberAccess): MemberAccess => ({
  site_ids,
  sections: role === 'admin' || site_ids === null ? null : sections,
});

/** Describes what a member of single sites may act on; empty for one of the whole account. */
export function describeAccess({ site_ids: siteIds, sections }: MemberAccess): string {
  if (siteIds === null) return '';
  const ofSections = sections === null ? '' : ` · ${labels.sectionCount(sections.length)}`;
  return ` · ${labels.siteCount(siteIds.length)}${ofSections}`;
}
