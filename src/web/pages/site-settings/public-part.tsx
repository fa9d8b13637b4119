import { PUBLIC_SECTIONS, type PublicSection } from '../../../core/public-page.ts';
import { usePublicOrigin } from '../../app/use-public-origin.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import { Panel } from '../../ui/panel.tsx';
import { PublicLinks } from './public-links.tsx';
import type { PartProps } from './site-settings.tsx';
import { saveSite, saveSiteSettings } from './use-settings.ts';

const SECTION_LABELS: Readonly<Record<PublicSection, string>> = {
  visitors: 'Hits and visitors',
  pages: 'Pages',
  referrers: 'Referrers',
  sources: 'Sources',
  countries: 'Countries',
  browsers: 'Browsers',
  devices: 'Devices',
  events: 'Events by name',
  kudos: 'Kudos',
  agents: 'AI agents',
  uptime: 'Uptime',
};
const SECTIONS = PUBLIC_SECTIONS.map(section => [section, SECTION_LABELS[section]] as const);

export function PublicPart({ site, settings }: PartProps) {
  const { sections, allow_embedding } = settings.public_page;
  const draft = useDraft({ public: site.public, sections, allow_embedding });
  const submission = useSave(draft, ['public', 'public_page.sections'], async changes => {
    const { public: isPublic, ...page } = changes;
    if (Object.keys(page).length > 0) await saveSiteSettings(site.id, { public_page: page });
    if (isPublic !== undefined) await saveSite(site.id, { public: isPublic });
  });
  const { fields, set } = draft;
  const origin = usePublicOrigin();
  return (
    <>
      <Panel title="Public page">
        <SaveForm draft={draft} submission={submission}>
          <CheckboxField
            label="Everybody may see this site's numbers"
            hint="On a page of their own, in badges and in counters. Without a sign-in, and only what you choose here."
            isOn={fields.public}
            onChange={value => set({ public: value })}
          />
          {fields.public && (
            <>
              <CheckboxGroup
                legend="It shows"
                words={SECTIONS}
                isInColumns
                chosen={fields.sections}
                error={submission.errors.of('public_page.sections')}
                onChange={value => set({ sections: [...value] })}
              />
              <CheckboxField
                label="Other sites may show it in a frame"
                isOn={fields.allow_embedding}
                onChange={value => set({ allow_embedding: value })}
              />
            </>
          )}
        </SaveForm>
      </Panel>
      {site.public && <PublicLinks site={site} origin={origin} isEmbeddable={allow_embedding} />}
    </>
  );
}
