/** Visits that are not counted, by rules of the site's own. */
import { Link } from 'wouter';
import { plural } from '../../format.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveForm } from '../settings/save-form.tsx';
import { useDraft, useSave } from '../settings/use-draft.ts';
import { LISTS, type ListName } from './ignore-lists.ts';
import { IgnoreTester } from './ignore-tester.tsx';
import { inLines, linesOf, textOf } from './lines.ts';
import type { PartProps } from './site-settings.tsx';
import { type SiteSettings, saveSiteSettings } from './use-settings.ts';

type Texts = Readonly<Record<ListName, string>>;

const textsOf = (rules: SiteSettings['ignore_rules']): Texts => ({
  paths: textOf(rules.paths),
  ip_ranges: textOf(rules.ip_ranges),
  countries: textOf(rules.countries),
  referrers: textOf(rules.referrers),
  user_agents: textOf(rules.user_agents),
});

export function IgnoringPart({ site, settings }: PartProps) {
  const draft = useDraft(textsOf(settings.ignore_rules));
  const names = LISTS.map(({ name }) => `ignore_rules.${name}`);
  const submission = useSave(draft, names, changes => {
    const lists = Object.entries(changes).map(([name, text]) => [name, listOf(name, text)]);
    return saveSiteSettings(site.id, { ignore_rules: Object.fromEntries(lists) });
  });
  return (
    <>
      <Panel title="What is not counted">
        <p>
          One rule a line. They hold for visits from now on, whoever sends them. To leave out only yourself,{' '}
          <Link href={`/sites/${site.id}/settings/snippet`}>open the link that does so</Link> in your
          browsers.
        </p>
        <SaveForm draft={draft} submission={submission}>
          <div className="rule-lists">
            {LISTS.map(({ name, label, hint, example }) => {
              const fault = submission.faults.of(`ignore_rules.${name}`);
              return (
                <TextAreaField
                  key={name}
                  label={label}
                  hint={
                    <>
                      {hint} {countWords(draft.fields[name])}
                    </>
                  }
                  placeholder={example}
                  rows={3}
                  spellCheck={false}
                  autoCapitalize="off"
                  value={draft.fields[name]}
                  fault={fault === undefined ? undefined : inLines(fault)}
                  onValue={text => draft.set({ [name]: text })}
                />
              );
            })}
          </div>
        </SaveForm>
      </Panel>
      <IgnoreTester siteId={site.id} isUnsaved={draft.isUnsaved} />
    </>
  );
}

/** Countries are capitals, however they were typed. */
const listOf = (name: string, text: string): readonly string[] =>
  linesOf(name === 'countries' ? text.toUpperCase() : text);

function countWords(text: string): string {
  const count = linesOf(text).filter(line => line.trim() !== '').length;
  return count === 0 ? '' : `(${plural(count, 'rule')})`;
}
