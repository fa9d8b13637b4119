/** Settings of a status page: its address, who may open it, and what it shows of which monitors. */
import { call } from '../../api.ts';
import { invalidate } from '../../app/query-client.ts';
import { useCanWrite } from '../../app/user.ts';
import { ConfirmButton } from '../../forms/confirm-button.tsx';
import { CheckboxField, TextAreaField, TextField } from '../../forms/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/status-pages.tsx';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MonitorChoice } from './monitor-choice.tsx';
import { PAGES_PATH, type PageSite, pathOf, type StatusPage } from './types.ts';

const FIELDS = ['title', 'slug', 'description', 'monitors'];

export function Settings({
  page,
  sites,
}: {
  readonly page: StatusPage;
  readonly sites: readonly PageSite[];
}) {
  const canWrite = useCanWrite();
  const { enabled, url, subscriber_count: count } = page;
  const remove = async (): Promise<void> => {
    await call('DELETE', pathOf(page));
    await invalidate(PAGES_PATH);
  };
  return (
    <Panel
      title={labels.statusPage}
      aside={<span className={enabled ? 'tag good' : 'tag'}>{enabled ? labels.online : labels.offline}</span>}
    >
      <CopyBox text={url} what={labels.pageAddress} />
      <p className="hint">
        {labels.subscribers(count)}
        {enabled && ' · '}
        {enabled && <a href={url}>{labels.open}</a>}
      </p>
      {canWrite && <Fields key={page.id} page={page} sites={sites} />}
      {canWrite && (
        <div className="actions">
          <ConfirmButton
            text={labels.removePage}
            title={labels.removePageQuestion}
            action={labels.remove}
            work={remove}
            hint={labels.removePageHint(count)}
          />
        </div>
      )}
    </Panel>
  );
}

function Fields({ page, sites }: { readonly page: StatusPage; readonly sites: readonly PageSite[] }) {
  const { title, slug, description, enabled, noindex, shows_impact, monitors } = page;
  const draft = useDraft({ title, slug, description, enabled, noindex, shows_impact, monitors });
  const submission = useSave(draft, FIELDS, async changes => {
    await call('PATCH', pathOf(page), { body: changes });
    await invalidate(PAGES_PATH);
  });
  const { fields, set } = draft;
  const { errors } = submission;
  return (
    <SaveForm draft={draft} submission={submission}>
      <TextField
        label={labels.title}
        value={fields.title}
        maxLength={200}
        error={errors.of('title')}
        onValue={value => set({ title: value })}
      />
      <TextField
        label={labels.slug}
        hint={labels.slugHint}
        value={fields.slug}
        maxLength={64}
        spellCheck={false}
        autoCapitalize="off"
        error={errors.of('slug')}
        onValue={value => set({ slug: value })}
      />
      <TextAreaField
        label={labels.description}
        rows={2}
        maxLength={2000}
        value={fields.description}
        error={errors.of('description')}
        onValue={value => set({ description: value })}
      />
      <CheckboxField label={labels.enabled} isOn={fields.enabled} onChange={isOn => set({ enabled: isOn })} />
      <CheckboxField label={labels.noindex} isOn={fields.noindex} onChange={isOn => set({ noindex: isOn })} />
      <CheckboxField
        label={labels.showsImpact}
        isOn={fields.shows_impact}
        onChange={isOn => set({ shows_impact: isOn })}
      />
      <MonitorChoice
        sites={sites}
        shown={fields.monitors}
        error={errors.of('monitors')}
        onChange={shown => set({ monitors: [...shown] })}
      />
    </SaveForm>
  );
}
