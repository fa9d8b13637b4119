import { usePublicAddress } from '../../app/use-public-address.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField, TextAreaField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PublicLinks } from './public-links.tsx';
import { SECTIONS } from './section-labels.ts';
import type { PartProps } from './use-site-settings.ts';
import { saveSite, saveSiteSettings } from './use-site-settings.ts';

export function PublicPart({ site, settings }: PartProps) {
  const { sections, allow_embedding, properties } = settings.public_page;
  const draft = useDraft({
    public: site.public,
    sections,
    allow_embedding,
    properties: joinLines(properties),
  });
  const names = ['public', 'public_page.sections', 'public_page.properties'];
  const submission = useSave(draft, names, async changes => {
    const { public: isPublic, properties: lines, ...others } = changes;
    const page = { ...others, ...(lines !== undefined && { properties: [...parseLines(lines)] }) };
    if (Object.keys(page).length > 0) await saveSiteSettings(site.id, { public_page: page });
    if (isPublic !== undefined) await saveSite(site.id, { public: isPublic });
  });
  const { fields, set } = draft;
  const { checkbox } = bindFields(draft, submission.errors);
  const fault = submission.errors.of('public_page.properties');
  const origin = usePublicAddress();
  return (
    <>
      <Panel title={labels.publicPage}>
        <SaveForm draft={draft} submission={submission}>
          <CheckboxField label={labels.publicField} hint={labels.publicHint} {...checkbox('public')} />
          {fields.public && (
            <>
              <CheckboxGroup
                legend={labels.shownLegend}
                words={SECTIONS}
                isInColumns
                chosen={fields.sections}
                error={submission.errors.of('public_page.sections')}
                onChange={value => set({ sections: [...value] })}
              />
              <CheckboxField label={labels.embeddable} {...checkbox('allow_embedding')} />
            </>
          )}
          <TextAreaField
            label={labels.sharedProperties}
            hint={labels.sharedPropertiesHint}
            rows={3}
            spellCheck={false}
            autoCapitalize="off"
            value={fields.properties}
            error={fault === undefined ? undefined : withLineNumbers(fault)}
            onValue={properties => set({ properties })}
          />
        </SaveForm>
      </Panel>
      {site.public && <PublicLinks site={site} origin={origin} isEmbeddable={allow_embedding} />}
    </>
  );
}
