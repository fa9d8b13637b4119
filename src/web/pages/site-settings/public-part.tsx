import { usePublicAddress } from '../../app/use-public-address.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PublicLinks } from './public-links.tsx';
import { SECTIONS } from './section-labels.ts';
import type { PartProps } from './site-settings.tsx';
import { saveSite, saveSiteSettings } from './use-site-settings.ts';

export function PublicPart({ site, settings }: PartProps) {
  const { sections, allow_embedding } = settings.public_page;
  const draft = useDraft({ public: site.public, sections, allow_embedding });
  const submission = useSave(draft, ['public', 'public_page.sections'], async changes => {
    const { public: isPublic, ...page } = changes;
    if (Object.keys(page).length > 0) await saveSiteSettings(site.id, { public_page: page });
    if (isPublic !== undefined) await saveSite(site.id, { public: isPublic });
  });
  const { fields, set } = draft;
  const { checkbox } = bindFields(draft, submission.errors);
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
        </SaveForm>
      </Panel>
      {site.public && <PublicLinks site={site} origin={origin} isEmbeddable={allow_embedding} />}
    </>
  );
}
