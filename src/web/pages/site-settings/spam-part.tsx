import { TextAreaField } from '../../forms/field.tsx';
import { joinLines, parseLines, withLineNumbers } from '../../forms/lines.ts';
import { RadioGroup } from '../../forms/radio-group.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useDraft, useSave } from '../../forms/use-draft.ts';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SpamHits } from './spam-hits.tsx';
import type { PartProps } from './use-site-settings.ts';
import { type SettingsChange, saveSiteSettings } from './use-site-settings.ts';

const LEVELS = [
  ['off', labels.off, labels.offHint],
  ['basic', labels.basic, labels.basicHint],
  ['strict', labels.strict, labels.strictHint],
] as const;

export function SpamPart({ site, settings }: PartProps) {
  const draft = useDraft({ spam_filter: settings.spam_filter, spam_hosts: joinLines(settings.spam_hosts) });
  const submission = useSave(draft, ['spam_filter', 'spam_hosts'], changes => {
    const { spam_hosts: hosts, ...rest } = changes;
    const change: SettingsChange =
      hosts === undefined ? rest : { ...rest, spam_hosts: [...parseLines(hosts)] };
    return saveSiteSettings(site.id, change);
  });
  const error = submission.errors.of('spam_hosts');
  return (
    <>
      <Panel title={labels.filter}>
        <SaveForm draft={draft} submission={submission}>
          <RadioGroup
            legend={labels.filterHint}
            options={LEVELS}
            value={draft.fields.spam_filter}
            onValue={value => draft.set({ spam_filter: value })}
          />
          <TextAreaField
            label={labels.spamHosts}
            hint={labels.spamHostsHint}
            placeholder="spam.example"
            rows={4}
            spellCheck={false}
            autoCapitalize="off"
            value={draft.fields.spam_hosts}
            error={error === undefined ? undefined : withLineNumbers(error)}
            onValue={value => draft.set({ spam_hosts: value })}
          />
        </SaveForm>
      </Panel>
      <SpamHits siteId={site.id} />
    </>
  );
}
